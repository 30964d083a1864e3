import { ensureBrowser } from './ensure-browser.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { ensureDependencies, ensureNode, exitWith } from '#lib/setup/setup.mjs';
import { allOf, CHANGED_STEPS, QUICK_STEPS, STEPS } from './test-steps.mjs';
import { addOutcomes, closingLines, countStep } from './test-summary.mjs';

const HELP = `npm test, npm run test:quick, npm run test:changed

test:quick checks format, lint, types and dead code, and runs the tests that only compute; it needs no server, database or browser.
test:changed runs the unit, component and integration tests that import what has changed since the last commit, directly or through other files; no end-to-end test.
npm test installs what is missing, then runs in order: ${STEPS.map(({ name }) => name).join(', ')}.
A failing step does not stop the others. The last line is "N passed, N failed"; the exit code is 0 only when none failed.
Uses the browser that CHROMIUM names, else one it finds, else installs Chromium and says so.
Starts a PostgreSQL server of its own from the folder that POSTGRES_BIN names, else one it finds, else installs PostgreSQL and says so.
`;

/**
 * @typedef {object} Suite
 * @property {readonly import('./test-steps.mjs').Step[]} steps
 * @property {readonly ((nodePath: string) => Promise<NodeJS.ProcessEnv>)[]} preparations what the steps need beside packages: each
 *   finds or brings one thing and returns the environment that tells the tests of it
 */

/** @type {Suite} */
const EVERYTHING = { steps: STEPS, preparations: [ensurePostgres, ensureBrowser] };

/**
 * What the scripts of package.json ask for.
 * @type {ReadonlyMap<string, Suite>}
 */
const PARTS = new Map([
  ['--quick', { steps: QUICK_STEPS, preparations: [] }],
  ['--changed', { steps: CHANGED_STEPS, preparations: [ensurePostgres, ensureBrowser] }],
]);

await exitWith(() => test(process.argv.slice(2)));

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
async function test(args) {
  if (args[0] === '--help' || args[0] === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  const suite = args[0] === undefined ? EVERYTHING : PARTS.get(args[0]);
  if (suite === undefined || args.length > 1) {
    process.stderr.write(
      `npm test, npm run test:quick and npm run test:changed take no arguments, but got ${JSON.stringify(args.at(-1))}: the first runs everything, the other two a part.\n`,
    );
    return 2;
  }
  const nodePath = await ensureNode();
  await ensureDependencies(nodePath);
  const env = {};
  for (const prepare of suite.preparations) Object.assign(env, await prepare(nodePath));

  const outcome = addOutcomes(await runSteps(suite.steps, { nodePath, env }));
  process.stdout.write(`\n${closingLines(outcome)}`);
  return outcome.failures.length === 0 ? 0 : 1;
}

/**
 * @param {readonly import('./test-steps.mjs').Step[]} steps
 * @param {import('./test-steps.mjs').Bench} bench
 */
async function runSteps(steps, bench) {
  /** @type {Map<string, import('./test-summary.mjs').Outcome>} */
  const outcomes = new Map();
  const run = async (/** @type {import('./test-steps.mjs').Step} */ step) => {
    outcomes.set(step.name, await runStep(step, bench, outcomes));
  };
  /** @type {Promise<void>[]} */
  let aside = [];
  for (const step of steps) {
    if (step.isAside) {
      aside.push(run(step));
      continue;
    }
    await allOf(aside);
    aside = [];
    await run(step);
  }
  await allOf(aside);
  return [...outcomes.values()];
}

/**
 * @param {import('./test-steps.mjs').Step} step
 * @param {import('./test-steps.mjs').Bench} bench
 * @param {ReadonlyMap<string, import('./test-summary.mjs').Outcome>} earlier by step name
 */
async function runStep(step, bench, earlier) {
  process.stdout.write(`\n== ${step.name}\n`);
  if (step.after !== undefined && earlier.get(step.after)?.failures.length !== 0) {
    process.stdout.write(`== ${step.name}: not run, as ${step.after} failed\n`);
    return countStep(`${step.name}: not run, as ${step.after} failed`, false);
  }
  const startedAtMs = performance.now();
  const outcome = await step.run(bench);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const verdict = outcome.failures.length === 0 ? 'passed' : 'failed';
  process.stdout.write(`== ${step.name}: ${verdict} in ${seconds} s\n`);
  return outcome;
}
