import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runNpmCi } from './processes/npm-command.mjs';
import { showProgress } from './progress.mjs';
import { runtimeFolder } from './project-root.mjs';
import { SetupFailure } from './setup-failure.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/** The service runs TypeScript without a compiler and relies on what Node 24 brings. */
export const NODE_MAJOR_MIN = 24;

const INSTALL_YOURSELF = `install Node ${NODE_MAJOR_MIN} or newer from nodejs.org and run the command again.`;

/**
 * Finds a Node that the service runs on: the present one when it is new enough, else the one that an npm package
 * of this platform carries, installed on the first call.
 * @returns {Promise<string>} the path of a Node of major version 24 or later
 */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const carried = findCarriedNode(readPinnedVersions(), process.platform, process.arch);
  if (carried === null) {
    throw new SetupFailure(
      `Crossrate needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}, and there is no npm package of it for ${process.platform} ${process.arch}: ${INSTALL_YOURSELF}`,
    );
  }
  if (!isInstalled(carried)) await withSetupLock(() => install(carried));
  return carried.path;
}

/**
 * @param {string} nodePath as ensureNode returned it
 * @returns {string} its version, without starting it
 */
export function nodeVersionAt(nodePath) {
  if (nodePath === process.execPath) return process.versions.node;
  return findCarriedNode(readPinnedVersions(), process.platform, process.arch)?.version ?? 'unknown';
}

/** @param {string} version */
export function isNewEnough(version) {
  return Number(version.split('.')[0]) >= NODE_MAJOR_MIN;
}

/**
 * @typedef {{ version: string, path: string, stamp: string }} CarriedNode
 * @param {Record<string, string>} pinnedVersions package name to exact version
 * @param {string} platform
 * @param {string} arch
 * @returns {CarriedNode | null} null when no package is made for the platform
 */
export function findCarriedNode(pinnedVersions, platform, arch) {
  const packageName = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const version = pinnedVersions[packageName];
  if (version === undefined) return null;
  const binary = platform === 'win32' ? 'node.exe' : 'node';
  const path = join(runtimeFolder, 'node_modules', packageName, 'bin', binary);
  return { version, path, stamp: `${packageName} ${version}` };
}

/** @returns {Record<string, string>} */
function readPinnedVersions() {
  return JSON.parse(readFileSync(join(runtimeFolder, 'package.json'), 'utf8')).optionalDependencies;
}

const stampFile = join(runtimeFolder, 'node_modules', '.crossrate-stamp');

/** @param {CarriedNode} carried */
function isInstalled(carried) {
  return existsSync(carried.path) && readStamp(stampFile) === carried.stamp;
}

/** @param {CarriedNode} carried */
async function install(carried) {
  // Another set-up may have done it while we waited for the lock.
  if (isInstalled(carried)) return;
  const words = {
    doing: `Fetching Node ${carried.version}, as this machine has ${process.versions.node} (first start only)`,
    done: `Fetched Node ${carried.version}`,
  };
  await showProgress(words, async () => {
    await runNpmCi({
      folder: runtimeFolder,
      nodePath: process.execPath,
      env: process.env,
      failure: `Node ${carried.version} could not be installed: check the network and npm's settings and run the command again, or ${INSTALL_YOURSELF}`,
    });
    checkThatItRuns(carried);
  });
  writeStamp(stampFile, carried.stamp);
}

/**
 * npm passes silently over an optional package that it cannot fetch, and a foreign C library shows only when the binary starts.
 * @param {CarriedNode} carried
 */
function checkThatItRuns(carried) {
  if (!existsSync(carried.path)) {
    throw new SetupFailure(
      `npm could not fetch Node ${carried.version}: check the network and npm's settings and run the command again, or ${INSTALL_YOURSELF}`,
    );
  }
  try {
    execFileSync(carried.path, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new SetupFailure(
      `The fetched Node ${carried.version} does not run on this system: ${INSTALL_YOURSELF}`,
    );
  }
}
