import { ensureBrowser } from './ensure-browser.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { ensureDependencies, ensureNode, exitWith } from './setup.mjs';
import { STEPS } from './test-steps.mjs';
import { addOutcomes, closingLines, countStep } from './test-summary.mjs';

const HELP = `npm test

Installs what is missing, then runs in order: ${STEPS.map(({ name }) => name).join(', ')}.
A failing step does not stop the others. The last line is "N passed, N failed"; the exit code is 0 only when none failed.
Uses the browser that CHROMIUM names, else one it finds, else installs Chromium and says so.
Starts a PostgreSQL server of its own from the folder that POSTGRES_BIN names, else one it finds, else installs PostgreSQL and says so.
`;

/**
 * What the tests need beside packages: each finds or brings one thing and returns the environment that tells the tests of it.
 * @type {readonly ((nodePath: string) => Promise<NodeJS.ProcessEnv>)[]}
 */
const PREPARATIONS = [ensurePostgres, ensureBrowser];

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
  if (args[0] !== undefined) {
    process.stderr.write(
      `npm test takes no arguments, but got ${JSON.stringify(args[0])}: it always runs everything.\n`,
    );
    return 2;
  }
  const nodePath = await ensureNode();
  await ensureDependencies(nodePath);
  const env = {};
  for (const prepare of PREPARATIONS) Object.assign(env, await prepare(nodePath));

  const outcome = addOutcomes(await runSteps({ nodePath, env }));
  process.stdout.write(`\n${closingLines(outcome)}`);
  return outcome.failures.length === 0 ? 0 : 1;
}

/** @param {import('./test-steps.mjs').Bench} bench */
async function runSteps(bench) {
  /** @type {Map<string, import('./test-summary.mjs').Outcome>} */
  const outcomes = new Map();
  for (const step of STEPS) outcomes.set(step.name, await runStep(step, bench, outcomes));
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
