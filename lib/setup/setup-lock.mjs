import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { showProgress } from './progress.mjs';
import { runtimeFolder } from './project-root.mjs';
import { SetupFailure } from './setup-failure.mjs';

/** In a folder that neither `npm ci` nor `next build` empties. */
export const lockFolder = join(runtimeFolder, 'set-up.lock');

const POLL_MS = 250;
const HEARTBEAT_MS = 2000;

/**
 * A holder that no longer beats for so long while we watch is gone, even if its process id now belongs to another process
 * or to another machine or container on the same folder. Measured by the watcher, so that a sleeping laptop or two clocks cannot fool it.
 */
const SILENCE_MS_MAX = 60_000;

/** Between making the folder and naming its owner lie microseconds. */
const NAMELESS_MS_MAX = 5000;

/** What a waiter has seen of a folder without owner: not its time, which taking it over would change. */
const NO_BEAT = -1;

/** @typedef {{ token: string, pid: number, host: string }} Owner */

/** @typedef {{ beatMs: number, seenAtMs: number }} Watch the newest heartbeat a waiter has seen, and when it first saw it */

/**
 * Runs work that writes into the checkout while no other set-up of this checkout does. Waits, with a progress line, for one that is at it;
 * takes over from one that died.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [folder] where the lock is; tests use their own
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, folder = lockFolder) {
  const own = { token: randomUUID(), pid: process.pid, host: hostname() };
  const watch = { beatMs: Number.NaN, seenAtMs: 0 };
  if (!tryAcquire(folder, own, watch)) await waitFor(folder, own, watch);
  const heartbeat = setInterval(() => beat(folder, own), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readOwner(folder)?.token === own.token) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Owner} own
 * @param {Watch} watch
 */
async function waitFor(folder, own, watch) {
  const holder = readOwner(folder);
  const who = holder === null ? 'another set-up' : `the set-up of process ${holder.pid}`;
  const words = { doing: `Waiting for ${who} in this folder`, done: `Waited for ${who}` };
  await showProgress(words, async () => {
    while (!tryAcquire(folder, own, watch)) await sleep(POLL_MS);
  });
}

/**
 * @param {string} folder
 * @param {Owner} own
 * @param {Watch} watch
 * @returns {boolean} whether the lock is ours now
 */
function tryAcquire(folder, own, watch) {
  if (makeFolder(folder)) {
    writeOwner(folder, own);
    return true;
  }
  return isAbandoned(folder, own, watch) && takeOver(folder, own, watch);
}

/**
 * Several waiters may see the same dead owner: the one that makes the inner folder looks again and becomes the owner.
 * @param {string} folder
 * @param {Owner} own
 * @param {Watch} watch
 */
function takeOver(folder, own, watch) {
  const marker = join(folder, 'taking-over');
  if (!makeFolder(marker)) {
    if (Date.now() - changedAtMs(marker) > NAMELESS_MS_MAX) removeFolder(marker);
    return false;
  }
  const taken = isAbandoned(folder, own, watch);
  if (taken) writeOwner(folder, own);
  removeFolder(marker);
  return taken;
}

/**
 * @param {string} folder
 * @param {Owner} own
 * @param {Watch} watch brought up to date
 */
function isAbandoned(folder, own, watch) {
  const owner = readOwner(folder);
  const beatMs = owner === null ? NO_BEAT : changedAtMs(join(folder, 'owner.json'));
  if (beatMs !== watch.beatMs) Object.assign(watch, { beatMs, seenAtMs: performance.now() });
  const silentMs = performance.now() - watch.seenAtMs;
  if (owner === null) return silentMs > NAMELESS_MS_MAX;
  // A restarted container hands out the same process ids: another token under our own number is the one before us.
  const isDead = owner.host === own.host && (owner.pid === own.pid || !isAlive(owner.pid));
  return isDead || silentMs > SILENCE_MS_MAX;
}

/**
 * @param {string} folder
 * @param {Owner} own
 */
function beat(folder, own) {
  if (readOwner(folder)?.token !== own.token) return;
  const now = new Date();
  utimesSync(join(folder, 'owner.json'), now, now);
}

/**
 * Written beside and renamed, so that no reader sees half of it.
 * @param {string} folder
 * @param {Owner} own
 */
function writeOwner(folder, own) {
  const draft = join(folder, `owner-${own.token}.json`);
  writeFileSync(draft, JSON.stringify(own));
  renameSync(draft, join(folder, 'owner.json'));
}

/**
 * @param {string} folder
 * @returns {Owner | null} null when nobody is named: just made, just released, or abandoned
 */
function readOwner(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @returns {boolean} false when it is there already, or its parent was just removed
 */
function makeFolder(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || (codeOf(error) === 'ENOENT' && folder.endsWith('taking-over')))
      return false;
    throw new SetupFailure(
      `Crossrate cannot write to ${folder} (${codeOf(error)}): make the checkout writable for this user, or run the set-up once as its owner.`,
    );
  }
}

/** @param {string} folder */
function removeFolder(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * @param {string} path
 * @returns {number} now when it is gone
 */
function changedAtMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
