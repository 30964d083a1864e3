import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { processEnvironment } from '#lib/setup/processes/process-environment.mjs';
import { projectRoot } from '#lib/setup/project-root.mjs';
import { runInForeground } from '#lib/setup/processes/run-in-foreground.mjs';
import { environmentWith } from '#lib/setup/processes/run-tool.mjs';
import { SetupInterrupted } from '#lib/setup/setup-failure.mjs';
import { countPlaywright, countRunner, countVitest } from './test-summary.mjs';

/**
 * @typedef {import('./long-proofs.mjs').Proof} Proof
 * @typedef {import('./long-proofs.mjs').Run} Run
 *
 * What proofs are run with.
 * @typedef {object} LongBench
 * @property {string} nodePath
 * @property {NodeJS.ProcessEnv} env where the browser and the database are
 * @property {readonly string[]} programArgs what the user gave for programs
 *
 * What a proof came to.
 * @typedef {object} ProofOutcome
 * @property {'passed' | 'failed' | 'not built'} verdict
 * @property {number} seconds
 * @property {readonly string[]} reached the counts that its tests told, and what failed
 */

const packages = join(projectRoot, 'node_modules');
const vitest = join(packages, 'vitest', 'vitest.mjs');
const playwright = join(packages, '@playwright', 'test', 'cli.js');

/** A test has its own time where it needs more than this; at long counts most need more than in npm test. */
const TEST_MS_MAX = 4 * 3_600_000;

/**
 * The files of a proof that are not there.
 * @param {Proof} proof
 * @returns {readonly string[]} relative to the project's folder
 */
export function missingFiles({ runs }) {
  const files = runs.flatMap(({ tests = [], specs = [], program = [] }) => [
    ...tests,
    ...specs.map((name) => `e2e/${name}`),
    ...program.slice(0, 1),
  ]);
  return files.filter((file) => !existsSync(join(projectRoot, file)));
}

/**
 * Runs a proof at its long counts. A file that is not there makes it "not built", whatever the others say.
 * @param {Proof} proof
 * @param {LongBench} bench
 * @returns {Promise<ProofOutcome>}
 */
export async function runProof(proof, bench) {
  const startedAtMs = performance.now();
  const missing = missingFiles(proof);
  /** @type {string[]} */
  const reached = missing.map((file) => `not built: ${file}`);
  let failures = 0;
  for (const run of proof.runs) {
    const there = withoutMissing(run, missing);
    if (there === null) continue;
    const told = await runOne(there, bench);
    failures += told.failures;
    reached.push(...told.lines);
  }
  const verdict = failures > 0 ? 'failed' : missing.length > 0 ? 'not built' : 'passed';
  return { verdict, seconds: Math.round((performance.now() - startedAtMs) / 1000), reached };
}

/**
 * @param {Run} run
 * @param {readonly string[]} missing
 * @returns {Run | null} null when nothing of it is there
 */
function withoutMissing(run, missing) {
  const tests = run.tests?.filter((file) => !missing.includes(file));
  const specs = run.specs?.filter((name) => !missing.includes(`e2e/${name}`));
  const [file] = run.program ?? [];
  if (tests?.length === 0 || specs?.length === 0 || (file !== undefined && missing.includes(file)))
    return null;
  return { ...run, ...(tests && { tests }), ...(specs && { specs }) };
}

/**
 * @param {Run} run
 * @param {LongBench} bench
 * @returns {Promise<{ failures: number, lines: readonly string[] }>}
 */
async function runOne(run, bench) {
  if (run.program !== undefined) {
    const ending = await runNode(
      bench,
      ['--disable-warning=ExperimentalWarning', ...run.program, ...bench.programArgs],
      run.env,
    );
    return { failures: ending === 'exit code 0' ? 0 : 1, lines: [`${run.program[0]}: ${ending}`] };
  }
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-proof-'));
  const reportFile = join(folder, 'report.json');
  try {
    return run.tests === undefined
      ? await runSpecs(run, bench, reportFile)
      : await runTests(run, bench, reportFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const told = readLines(`${reportFile}.told`);
  const outcome = countRunner(
    tests.join(', '),
    readReport(reportFile, (/** @type {Parameters<typeof countVitest>[0]} */ report) => countVitest(report)),
    ending,
  );
  return summed(outcome, [...told], env);
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

/**
 * @param {LongBench} bench
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} for example "exit code 0"
 * @throws SetupInterrupted when the user stopped it
 */
async function runNode({ nodePath, env }, command, more = {}) {
  const ending = await runInForeground(nodePath, command, {
    cwd: projectRoot,
    env: environmentWith(nodePath, { ...processEnvironment(), ...env, ...more }),
  });
  if (ending.stoppedBy !== null) throw new SetupInterrupted(ending.stoppedBy);
  return ending.signal === null ? `exit code ${ending.code}` : `signal ${ending.signal}`;
}

/**
 * @template R
 * @template T
 * @param {string} reportFile
 * @param {(report: R) => T} read
 * @returns {T | null} null when there is no whole report
 */
function readReport(reportFile, read) {
  try {
    return read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return null;
  }
}

/** @param {string} file */
function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
