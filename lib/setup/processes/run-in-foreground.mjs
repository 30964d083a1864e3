import { spawn } from 'node:child_process';

import { watchParent } from './parent-watch.mjs';
import { SetupInterrupted } from '../setup-failure.mjs';

const FORWARDED_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** npm passes on what the terminal or `timeout` has already sent to all of us: two of a kind at once are one. */
const SAME_SIGNAL_MS = 500;

/**
 * @typedef {object} Ending
 * @property {number | null} code null when a signal ended it
 * @property {NodeJS.Signals | null} signal
 * @property {NodeJS.Signals | null} stoppedBy the first signal that we received meanwhile
 */

/**
 * Runs a command in our place: it has our terminal and our pipes, unless `stdio` says otherwise, and the signals we receive.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} place
 * @returns {Promise<Ending>}
 */
export function runInForeground(command, args, place) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...place });
    const forwarding = forwardSignals(child);
    child.once('error', (error) => {
      forwarding.stop();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      forwarding.stop();
      resolve({ code, signal, stoppedBy: forwarding.first() });
    });
  });
}

/**
 * The exit code of a script that stood in for a child.
 * @param {Ending} ending
 * @returns {number}
 * @throws SetupInterrupted when a signal ended the child, so that we end by the same one
 */
export function exitCodeOf(ending) {
  if (ending.signal !== null) throw new SetupInterrupted(ending.signal);
  return ending.code ?? 1;
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | null} */
  let first = null;
  /** @type {Map<string, number>} */
  const sentAtMs = new Map();
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    first ??= signal;
    // Ctrl-C on a terminal reaches the child by itself; a second SIGINT could read as impatience.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    const now = performance.now();
    if (now - (sentAtMs.get(signal) ?? -Infinity) < SAME_SIGNAL_MS) return;
    sentAtMs.set(signal, now);
    child.kill(signal);
  };
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
  const endWatch = watchParent(() => forward('SIGTERM'));
  const stop = () => {
    endWatch();
    for (const signal of FORWARDED_SIGNALS) process.off(signal, forward);
  };
  return { first: () => first, stop };
}
