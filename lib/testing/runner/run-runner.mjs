import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectRoot } from '#lib/setup/project-root.mjs';
import { runInForeground } from '#lib/setup/processes/run-in-foreground.mjs';
import { environmentWith } from '#lib/setup/processes/run-tool.mjs';
import { SetupInterrupted } from '#lib/setup/setup-failure.mjs';

/**
 * @typedef {object} Bench what every step and proof works with
 * @property {string} nodePath
 * @property {NodeJS.ProcessEnv} env what the preparations found: where the browser and the database are
 */

/**
 * @param {Bench} bench
 * @param {readonly string[]} command a script and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @param {import('node:child_process').StdioOptions} [stdio] our own when it is left out
 * @returns {Promise<string>} for example "exit code 0"
 * @throws SetupInterrupted when the user stopped it
 */
export async function runNode(bench, command, env, stdio) {
  const ending = await runInForeground(bench.nodePath, command, {
    cwd: projectRoot,
    env: environmentWith(bench.nodePath, { ...bench.env, ...env }),
    ...(stdio && { stdio }),
  });
  if (ending.stoppedBy !== null) throw new SetupInterrupted(ending.stoppedBy);
  return ending.signal === null ? `exit code ${ending.code}` : `signal ${ending.signal}`;
}

/**
 * Gives work a file for the report of a runner, which is there until it ends.
 * @template T
 * @param {(reportFile: string) => Promise<T>} work
 */
export async function withReportFile(work) {
  return withFolder((folder) => work(join(folder, 'report.json')));
}

/**
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-test-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @template R
 * @template T
 * @param {string} reportFile
 * @param {(report: R) => T} read
 * @returns {T | null} null when there is no whole report
 */
export function readReport(reportFile, read) {
  try {
    return read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return null;
  }
}
