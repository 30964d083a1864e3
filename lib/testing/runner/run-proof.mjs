import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '#lib/setup/project-root.mjs';
import { readReport, runNode, withReportFile } from './run-runner.mjs';
import { countPlaywright, countRunner, countVitest } from './test-summary.mjs';

/**
 * @typedef {import('./long-proofs.mjs').Proof} Proof
 * @typedef {import('./long-proofs.mjs').Run} Run
 *
 * @typedef {import('./run-runner.mjs').Bench & { readonly programArgs: readonly string[] }} LongBench with what the user gave for programs
 *
 * What a proof came to.
 * @typedef {object} ProofOutcome
 * @property {boolean} isPassed
 * @property {number} seconds
 * @property {readonly string[]} reached the counts that its tests told, and what failed
 */

const packages = join(projectRoot, 'node_modules');
const vitest = join(packages, 'vitest', 'vitest.mjs');
const playwright = join(packages, '@playwright', 'test', 'cli.js');

/** A test has its own time where it needs more than this; at long counts most need more than in npm test. */
const TEST_MS_MAX = 4 * 3_600_000;

/**
 * Runs a proof at its long counts.
 * @param {Proof} proof
 * @param {LongBench} bench
 * @returns {Promise<ProofOutcome>}
 */
export async function runProof(proof, bench) {
  const startedAtMs = performance.now();
  /** @type {string[]} */
  const reached = [];
  let failures = 0;
  for (const run of proof.runs) {
    const told = await runOne(run, bench);
    failures += told.failures;
    reached.push(...told.lines);
  }
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  return { isPassed: failures === 0, seconds, reached };
}

/**
 * @param {Run} run
 * @param {LongBench} bench
 * @returns {Promise<{ failures: number, lines: readonly string[] }>}
 */
async function runOne(run, bench) {
  if (run.program !== undefined) {
    const command = ['--disable-warning=ExperimentalWarning', ...run.program, ...bench.programArgs];
    const ending = await runNode(bench, command, run.env);
    return { failures: ending === 'exit code 0' ? 0 : 1, lines: [`${run.program[0]}: ${ending}`] };
  }
  return withReportFile((reportFile) =>
    run.tests === undefined ? runSpecs(run, bench, reportFile) : runTests(run, bench, reportFile),
  );
}

/**
 * @param {Run} run
 * @param {LongBench} bench
 * @param {string} reportFile
 */
async function runTests({ tests = [], named, env }, bench, reportFile) {
  const args = ['run', '--config', 'lib/testing/vitest.config.ts', `--testTimeout=${TEST_MS_MAX}`];
  const filter = named === undefined ? [] : ['--testNamePattern', named];
  const ending = await runNode(bench, [vitest, ...args, ...filter, ...tests], {
    NODE_ENV: 'test',
    VITEST_REPORT_FILE: reportFile,
    ...env,
  });
  const outcome = countRunner(
    tests.join(', '),
    readReport(reportFile, (/** @type {Parameters<typeof countVitest>[0]} */ report) => countVitest(report)),
    ending,
  );
  return summed(outcome, readLines(`${reportFile}.told`), env);
}

/**
 * @param {Run} run
 * @param {LongBench} bench
 * @param {string} reportFile
 */
async function runSpecs({ specs = [], env }, bench, reportFile) {
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...specs];
  const ending = await runNode(bench, [playwright, ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    ...env,
  });
  const outcome = countRunner(specs.join(', '), readReport(reportFile, countPlaywright), ending);
  return summed(outcome, [], env);
}

/**
 * @param {import('./test-summary.mjs').Outcome} outcome
 * @param {readonly string[]} told
 * @param {Run['env']} env
 */
function summed({ passed, failures, skipped }, told, env = {}) {
  const counts = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // With a name wanted, vitest reports every other test as skipped, without a reason.
  const left = skipped
    .filter(({ reason }) => reason !== '')
    .map(({ name, reason }) => `skipped: ${name}: ${reason}`);
  return {
    failures: failures.length,
    lines: [
      `${passed} tests passed, ${failures.length} failed${counts.length === 0 ? '' : `, with ${counts.join(' ')}`}`,
      ...told,
      ...failures.map((failure) => `failed: ${failure}`),
      ...left,
    ],
  };
}

/** @param {string} file */
function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
