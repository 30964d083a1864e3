import { spawn } from 'node:child_process';
import { dirname, delimiter } from 'node:path';

import { watchParent } from './parent-watch.mjs';
import { SetupFailure, SetupInterrupted } from '../setup-failure.mjs';

/** Enough for the error and its neighbourhood, little enough to leave the sentence below it on the screen. */
const EXCERPT_FIRST_LINES = 10;
const EXCERPT_LAST_LINES = 30;

/** Bounds memory when a tool writes without end. */
const OUTPUT_CHARACTERS_MAX = 1_000_000;

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} Tool
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} [shell] Windows starts .cmd files only through its shell
 * @property {string} failure the sentence to print when the tool fails, below an excerpt of its output
 */

/**
 * Runs a tool silently, keeping what it says for the case that it fails. A signal that stops us stops the tool first.
 * @param {Tool} tool
 */
export async function runTool(tool) {
  const child = spawn(tool.command, tool.args, {
    cwd: tool.cwd,
    env: tool.env,
    shell: tool.shell ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  /** @type {NodeJS.Signals | null} */
  let stoppedBy = null;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    // A second signal means that the first one was not obeyed.
    child.kill(stoppedBy === null ? signal : 'SIGKILL');
    stoppedBy = signal;
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const endWatch = watchParent(() => stop('SIGTERM'));
  const end = await endOf(child);
  endWatch();
  for (const signal of STOP_SIGNALS) process.off(signal, stop);

  if (stoppedBy !== null) throw new SetupInterrupted(stoppedBy);
  if (end !== 'exit code 0')
    throw new SetupFailure(tool.failure, `${excerptOf(output)}\n(${tool.command}: ${end})`);
}

/**
 * The environment for a child that may start `node` itself: the given Node's folder comes first on PATH.
 * @param {string} nodePath
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWith(nodePath, more = {}) {
  // Windows calls it Path, and a copy of process.env is no longer blind to case.
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [dirname(nodePath), process.env[pathName]].filter(Boolean);
  return { ...process.env, [pathName]: folders.join(delimiter), ...more };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `ended by ${signal}`),
    );
  });
}

/**
 * The end, where most tools name the error, and the start, where npm does.
 * @param {string} output
 */
function excerptOf(output) {
  const lines = output.trim().split('\n');
  if (lines.length <= EXCERPT_FIRST_LINES + EXCERPT_LAST_LINES) return lines.join('\n');
  return [...lines.slice(0, EXCERPT_FIRST_LINES), '...', ...lines.slice(-EXCERPT_LAST_LINES)].join('\n');
}
