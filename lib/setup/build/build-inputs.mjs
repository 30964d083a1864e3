import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { digestOf } from '../stamp.mjs';

/** What the pages are built from. package.json is among them for its import map. */
const INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
  'postcss.config.mjs',
  'tsconfig.json',
];

/** Below the inputs, yet never part of a page. */
const EXCLUDED_FOLDERS = new Set(['lib/setup/runtime', 'lib/testing']);
const EXCLUDED_FILE = /\.(test|type-test|bench)\.[cm]?[jt]sx?$|^\.DS_Store$/;

/**
 * Reads everything the build depends on. Content, not times: a fresh clone or a switched branch must not rebuild what is the same.
 * @param {string} root the project's folder
 * @returns {Map<string, string>} path relative to root, with slashes, to the SHA-256 of its content
 */
export function readBuildInputs(root) {
  /** @type {Map<string, string>} */
  const digests = new Map();
  for (const path of INPUTS) addPath(root, path, digests);
  return digests;
}

/**
 * @param {Map<string, string>} inputs as readBuildInputs returns them
 * @returns {string} one digest of all paths and contents, whatever their order
 */
export function digestOfInputs(inputs) {
  const lines = [...inputs].map(([path, digest]) => `${path} ${digest}`);
  return digestOf(lines.sort().join('\n'));
}

/**
 * @param {string} root
 * @param {string} path
 * @param {Map<string, string>} digests filled
 */
function addPath(root, path, digests) {
  const fullPath = join(root, path);
  const kind = statSync(fullPath, { throwIfNoEntry: false });
  if (kind?.isFile()) digests.set(path, digestOf(readFileSync(fullPath)));
  if (kind?.isDirectory()) addFolder(root, path, digests);
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {Map<string, string>} digests filled
 */
function addFolder(root, folder, digests) {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (name === 'node_modules' || EXCLUDED_FOLDERS.has(path) || EXCLUDED_FILE.test(name)) continue;
    addPath(root, path, digests);
  }
}
