import { parseArgs } from 'node:util';

import { ensureBrowser } from './ensure-browser.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { processEnvironment } from '#lib/setup/processes/process-environment.mjs';
import { ensureBuild, ensureDependencies, ensureNode, exitWith } from '#lib/setup/setup.mjs';
import { PROOFS } from './long-proofs.mjs';
import { runProof } from './run-proof.mjs';

const HELP = `npm run test:long -- [--only N] [--list] [--minutes M] [--rate R] [--no-history] [--report FILE]

Proves at length what must hold when things go wrong, one proof after another, and closes with a table. npm test runs the same
tests with smaller counts; the soak and the heavy loads (19, 22) run only here.
  --list         says what each proof shows, what stands for it and how far it goes
  --only N       one proof: its number, or soak for everything at once
  --minutes M    how long a soak goes on (60)
  --rate R       requests a second of a soak (2000)
  --no-history   a soak does not wait for the history of all publishers first
  --report FILE  where a soak appends its result as a line of JSON
The exit code is 0 only when all that ran passed.
`;

const OPTIONS = /** @type {const} */ ({
  only: { type: 'string' },
  list: { type: 'boolean', default: false },
  minutes: { type: 'string' },
  rate: { type: 'string' },
  'no-history': { type: 'boolean', default: false },
  report: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
});

await exitWith(() => testLong(process.argv.slice(2)));

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
async function testLong(args) {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const chosen = PROOFS.filter(({ id }) => options.only === undefined || id === options.only);
  if (chosen.length === 0) {
    process.stderr.write(`There is no proof ${JSON.stringify(options.only)}: --list names them.\n`);
    return 2;
  }
  if (options.list) {
    process.stdout.write(chosen.map(describe).join('\n'));
    return 0;
  }
  const bench = await prepare(chosen, options);
  /** @type {{ proof: import('./long-proofs.mjs').Proof, outcome: import('./run-proof.mjs').ProofOutcome }[]} */
  const outcomes = [];
  for (const proof of chosen) {
    process.stdout.write(`\n== ${proof.id}: ${proof.check}\n   ${proof.reaches}\n   ${proof.counts}\n`);
    outcomes.push({ proof, outcome: await runProof(proof, bench) });
  }
  process.stdout.write(`\n${outcomes.map(closingLine).join('\n')}\n`);
  const failed = outcomes.filter(({ outcome }) => !outcome.isPassed).length;
  process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/**
 * @param {readonly string[]} args
 * @returns the options, or a sentence that says what is wrong with them
 */
function readOptions(args) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false });
    for (const name of /** @type {const} */ (['minutes', 'rate'])) {
      const text = values[name];
      if (text !== undefined && !(Number(text) > 0)) return `--${name} must be a number above 0.`;
    }
    return values;
  } catch (error) {
    return `${error instanceof Error ? error.message.split('. ')[0] : String(error)}; --help explains the options.`;
  }
}

/**
 * Brings what the chosen proofs need.
 * @param {readonly import('./long-proofs.mjs').Proof[]} chosen
 * @param {{ minutes?: string | undefined, rate?: string | undefined, report?: string | undefined, 'no-history': boolean }} options
 * @returns {Promise<import('./run-proof.mjs').LongBench>}
 */
async function prepare(chosen, { minutes, rate, report, 'no-history': hasNoHistory }) {
  const nodePath = await ensureNode();
  await ensureDependencies(nodePath);
  const runs = chosen.flatMap((proof) => proof.runs);
  const env = processEnvironment();
  if (runs.some(({ tests }) => tests !== undefined)) Object.assign(env, await ensurePostgres());
  if (runs.some(isInBrowser)) Object.assign(env, await ensureBrowser(nodePath));
  if (runs.some(({ needsBuild }) => needsBuild === true)) await ensureBuild(nodePath);
  const given = Object.entries({ minutes, rate, report });
  const programArgs = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  if (hasNoHistory) programArgs.push('--no-history');
  return { nodePath, env, programArgs };
}

/** @param {import('./long-proofs.mjs').Proof} proof */
function describe({ id, check, reaches, counts, runs }) {
  const files = runs.flatMap(({ tests = [], specs = [], program = [] }) => [
    ...tests,
    ...specs.map((name) => `e2e/${name}`),
    ...program.slice(0, 1),
  ]);
  return [
    `${id.padStart(4)}  ${check}`,
    `      reaches: ${reaches}`,
    `      long:    ${counts}`,
    `      by:      ${[...new Set(files)].join(', ')}`,
    '',
  ].join('\n');
}

/** @param {{ proof: import('./long-proofs.mjs').Proof, outcome: import('./run-proof.mjs').ProofOutcome }} row */
function closingLine({ proof: { id, check }, outcome: { isPassed, seconds, reached } }) {
  const head = `${id.padStart(4)}  ${isPassed ? 'passed' : 'failed'} ${`${seconds} s`.padStart(7)}  ${check}`;
  return [head, ...reached.map((line) => `      ${line}`)].join('\n');
}

/** @param {import('./long-proofs.mjs').Run} run */
function isInBrowser({ tests = [], specs }) {
  return specs !== undefined || tests.some((name) => name.startsWith('components/'));
}
