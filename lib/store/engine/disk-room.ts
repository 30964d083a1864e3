import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnavailable, isDiskFull } from './database-unavailable.ts';

const MB = 2 ** 20;

/** Below this polling pauses; reads go on. */
export const FREE_BYTES_MIN = 256 * MB;

/** Whether the embedded database's disk has too little room to go on polling; null if it has enough. */
export function diskShortage(dataDir: string, freeBytesMin = FREE_BYTES_MIN): DatabaseUnavailable | null {
  const freeBytes = freeBytesOf(dataDir);
  if (freeBytes >= freeBytesMin) return null;
  const [free, wanted] = [freeBytes, freeBytesMin].map((bytes) => Math.ceil(bytes / MB));
  return new DatabaseUnavailable(
    `The disk that holds DATA_DIR (${dataDir}) is nearly full: ${free} MB are free and polling goes on with ${wanted} MB; make room there.`,
    'short',
  );
}

/** A file of zeros in the data folder: room on a full disk for writes that must not wait, such as a key's revocation. */
export const RESERVE_FILE = 'crossrate.reserve';

/** A revocation takes some 50 kB of the log; an account has at most 20 active keys. */
const RESERVE_BYTES = 4 * MB;

/** Given up at a time, so that what else fills the disk gets little of it. */
const PART_BYTES = 256 * 1024;

/** So many times the reserve must be free before it is made: it must not be what fills the disk. */
const FREE_FOR_RESERVE = 2;

/** Whether the reserve of a data folder is there and whole. */
export function hasReserve(dataDir: string): boolean {
  return sizeOf(join(dataDir, RESERVE_FILE)) >= RESERVE_BYTES;
}

/** Makes the reserve anew, whole, which proves that the disk has room; false if it has none. */
export function renewReserve(dataDir: string): boolean {
  const path = join(dataDir, RESERVE_FILE);
  if (freeBytesOf(dataDir) < FREE_FOR_RESERVE * RESERVE_BYTES) return false;
  // Beside the former one: writing over that would prove nothing.
  const beside = `${path}.new`;
  try {
    writeZeros(beside);
    renameSync(beside, path);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(beside, { force: true });
  }
}

/**
 * Does the work, and does it again with a part of the reserve given up each time that it fails for want of room. Throws its
 * last failure when the reserve is used up.
 */
export async function withReserve<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error) || !releasePart(join(dataDir, RESERVE_FILE))) throw error;
    }
  }
}

function releasePart(path: string): boolean {
  const size = sizeOf(path);
  if (size === 0) return false;
  const file = openSync(path, 'r+');
  try {
    ftruncateSync(file, Math.max(0, size - PART_BYTES));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}

function writeZeros(path: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    const part = new Uint8Array(PART_BYTES);
    for (let size = 0; size < RESERVE_BYTES;) size += writeSync(file, part);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
