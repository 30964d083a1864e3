import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureBuild } from '#lib/setup/ensure-build.mjs';
import { projectRoot } from '#lib/setup/project-root.mjs';
import { SetupFailure } from '#lib/setup/setup-failure.mjs';
import { readReport, runNode, withFolder, withReportFile } from './run-runner.mjs';
import {
  addOutcomes,
  afterSecondTry,
  countPlaywright,
  countRunner,
  countStep,
  countVitest,
  partFailed,
} from './test-summary.mjs';

/**
 * @typedef {import('./test-summary.mjs').Outcome} Outcome
 *
 * @typedef {Parameters<typeof countVitest>[0] & Parameters<typeof vitestTimes>[0]} VitestReport
 *
 * @typedef {Parameters<typeof countPlaywright>[0] & Parameters<typeof playwrightTimes>[0]} PlaywrightReport
 *
 * @typedef {import('./run-runner.mjs').Bench} Bench
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [after] the name of a step without whose success this one cannot run
 * @property {boolean} [isAside] runs beside those next to it that do too, as each keeps one core busy for most of its time
 * @property {(bench: Bench) => Promise<Outcome>} run
 */

const packages = join(projectRoot, 'node_modules');
const oxfmt = join(packages, 'oxfmt', 'bin', 'oxfmt');
const oxlint = join(packages, 'oxlint', 'bin', 'oxlint');
const next = join(packages, 'next', 'dist', 'bin', 'next');
const tsc = join(packages, 'typescript', 'bin', 'tsc');
const spectral = join(packages, '@stoplight', 'spectral-cli', 'dist', 'index.js');
const redocly = join(packages, '@redocly', 'cli', 'bin', 'cli.js');
const knip = join(packages, 'knip', 'bin', 'knip.js');
const vitest = join(packages, 'vitest', 'vitest.mjs');
const playwright = join(packages, '@playwright', 'test', 'cli.js');

/** Tools tell their makers of each run, or ask them for news, unless they are told not to. */
const QUIET = {
  NEXT_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Unused files and exports, and undeclared imports. Unused packages are left out: tools are started by their paths, which it cannot see. */
const DEAD_CODE = [
  '--config',
  'lib/testing/knip.json',
  '--include',
  'files,exports,types,unlisted,unresolved',
];

/** Two runs of Vitest at one time: what waits, and what needs the one browser to itself, beside what keeps the processor busy. */
const BUSY_AND_WAITING = [
  ['--project', 'alone', '--project', 'whole', '--project', 'pure'],
  ['--project', 'waiting', '--project', 'components', '--maxWorkers=3'],
];

/** @type {readonly Step[]} */
export const STEPS = [
  { name: 'format', run: (bench) => runCommands('format', bench, [[oxfmt, '--check']]) },
  { name: 'lint', run: (bench) => runCommands('lint', bench, [[oxlint, '--deny-warnings']]) },
  { name: 'types', run: (bench) => runCommands('types', bench, typeCommands()) },
  {
    name: 'dead code',
    isAside: true,
    run: (bench) => runCommands('dead code', bench, [[knip, ...DEAD_CODE]]),
  },
  { name: 'openapi', isAside: true, run: runOpenApiLint },
  {
    name: 'unit, component and integration',
    isAside: true,
    run: (bench) => runVitest(bench, BUSY_AND_WAITING),
  },
  // After those tests: a server starts a process for its pages as soon as there are any, and none of them opens a page.
  { name: 'build', run: runBuild },
  { name: 'end-to-end', after: 'build', run: runPlaywright },
];

/** What needs no server, no database and no browser. */
export const QUICK_STEPS = [
  ...STEPS.filter(({ name }) => ['format', 'lint', 'types', 'dead code'].includes(name)),
  { name: 'pure tests', run: (/** @type {Bench} */ bench) => runVitest(bench, [['--project', 'pure']]) },
];

/** The tests that import what has changed since the last commit, directly or through other files. */
export const CHANGED_STEPS = [
  { name: 'tests of what changed', run: (/** @type {Bench} */ bench) => runVitest(bench, [['--changed']]) },
];

/** Next writes the types of the routes, which tsc then reads. */
function typeCommands() {
  const hasTypegen = existsSync(join(packages, 'next', 'dist', 'cli', 'next-typegen.js'));
  const typegen = hasTypegen && existsSync(join(projectRoot, 'app')) ? [[next, 'typegen']] : [];
  return [...typegen, [tsc, '--noEmit']];
}

/**
 * Lints the OpenAPI document as it is served with and without a public address, by the standard rules of two linters: the
 * least that either finds is a failure. `recommended-strict` has the rules of `recommended`, each as an error.
 * @param {Bench} bench
 */
async function runOpenApiLint(bench) {
  return withFolder((folder) => {
    const files = ['openapi.json', 'openapi-with-address.json'].map((name) => join(folder, name));
    return runCommands('openapi', bench, [
      [join('lib', 'cli', 'write-openapi.ts'), ...files],
      [spectral, 'lint', '--ruleset', 'lib/testing/spectral.json', '--fail-severity', 'hint', ...files],
      [redocly, 'lint', '--extends', 'recommended-strict', ...files],
    ]);
  });
}

/**
 * @param {string} name of the step
 * @param {Bench} bench
 * @param {readonly (readonly string[])[]} commands run in turn until one fails
 * @returns {Promise<Outcome>}
 */
async function runCommands(name, bench, commands) {
  for (const command of commands) {
    const ending = await runNode(bench, command, QUIET);
    if (ending !== 'exit code 0') return countStep(name, false);
  }
  return countStep(name, true);
}

/** More files than these do not fail by chance. */
const SECOND_TRY_FILES_MAX = 5;

/**
 * Runs the tests. A few files that failed are tried once more by themselves, without others beside them: thousands of tests of
 * whole processes on a busy machine are not all steady, and those that are not are named in the closing lines.
 * @param {Bench} bench
 * @param {readonly (readonly string[])[]} runs arguments: which tests and how, in runs at one time
 */
async function runVitest(bench, runs) {
  const first = await allOf(runs.map((args, index) => runVitestOn(bench, args, index === 0)));
  const failed = first.flatMap((run) => run.failed);
  if (failed.length === 0 || failed.length > SECOND_TRY_FILES_MAX)
    return addOutcomes(first.map(({ outcome }) => outcome));
  const ofFailed = addOutcomes(first.map((run) => run.ofFailed));
  process.stdout.write(`\nFailed, and tried once more by themselves:\n${ofFailed.failures.join('\n')}\n`);
  const second = await runVitestOn(bench, ['--no-file-parallelism', ...failed], true);
  return addOutcomes([...first.map(({ rest }) => rest), afterSecondTry(ofFailed, second.outcome)]);
}

/**
 * @param {Bench} bench
 * @param {readonly string[]} more arguments: the files, every one where none is named
 * @param {boolean} isShown whether its output is seen at once; else when it has ended
 * @returns {Promise<{ outcome: Outcome, failed: readonly string[], rest: Outcome, ofFailed: Outcome }>}
 *   the outcome of all files; those that failed and theirs, and the outcome of the others
 */
async function runVitestOn(bench, more, isShown) {
  return withReportFile(async (reportFile) => {
    const args = ['run', '--config', 'lib/testing/vitest.config.ts', '--allowOnly=false', ...more];
    const env = { NODE_ENV: 'test', VITEST_REPORT_FILE: reportFile };
    const command = [vitest, ...args];
    const ending = await (isShown ? runNode(bench, command, env) : runNodeUnseen(bench, command, env));
    const errors = readReport(`${reportFile}.errors`, (/** @type {string[]} */ messages) => messages) ?? [];
    const report = readReport(reportFile, (/** @type {VitestReport} */ read) => read);
    const outcome = countRunner(
      'unit, component and integration',
      report && countVitest(report, errors),
      ending,
    );
    const { failed, rest } = report ? partFailed(report, errors) : { failed: [], rest: outcome };
    const testResults = report?.testResults.filter(({ name }) => failed.includes(name)) ?? [];
    return { outcome, failed, rest, ofFailed: countVitest({ testResults }) };
  });
}

/** A build that is broken fails at once, not after twice the time of every test. */
const FAILURES_MAX = 20;

/** Browser tests of what is seldom met or takes long, by their titles: `npm run test:long` has them, and whoever runs a file by hand. */
const LONG_JOURNEYS = '@long';

/**
 * Runs the browser tests but the long ones; one that failed is tried once more, in a browser of its own.
 * @param {Bench} bench
 */
async function runPlaywright(bench) {
  return withReportFile(async (reportFile) => {
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', '--forbid-only'];
    args.push('--retries=1', `--max-failures=${FAILURES_MAX}`);
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, TITLES_LEFT_OUT: LONG_JOURNEYS };
    const ending = await runNode(bench, [playwright, ...args], env);
    const report = readReport(reportFile, (/** @type {PlaywrightReport} */ read) => read);
    return countRunner('end-to-end', report && countPlaywright(report), ending);
  });
}

/** @param {Bench} bench */
async function runBuild({ nodePath }) {
  try {
    await ensureBuild(nodePath);
    return countStep('build', true);
  } catch (failure) {
    if (!(failure instanceof SetupFailure)) throw failure;
    process.stderr.write(`${failure.toolOutput}\n${failure.message}\n`);
    return countStep('build', false);
  }
}

/**
 * Like {@link runNode}, beside a command whose output is seen: this one's follows when it has ended.
 * @param {Bench} bench
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function runNodeUnseen(bench, command, env) {
  return withFolder(async (folder) => {
    const file = join(folder, 'output');
    const output = openSync(file, 'w');
    try {
      return await runNode(bench, command, env, ['ignore', output, output]);
    } finally {
      closeSync(output);
      process.stdout.write(readFileSync(file));
    }
  });
}

/**
 * Waits for all, also where one fails, so that nothing goes on behind the failure.
 * @template T
 * @param {readonly Promise<T>[]} promises
 */
export async function allOf(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
