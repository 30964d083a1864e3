import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A stamp is a file that says for which inputs a step was finished. It is removed before the step and written after it,
 * so an interrupted step leaves none.
 * @param {string} path
 * @returns {string} empty when there is none
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
export function writeStamp(path, text) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** @param {string} path */
export function removeStamp(path) {
  rmSync(path, { force: true });
}

/**
 * @param {string | Uint8Array} content
 * @returns {string} SHA-256 in hexadecimal
 */
export function digestOf(content) {
  return createHash('sha256').update(content).digest('hex');
}
