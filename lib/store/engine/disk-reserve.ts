import {
  closeSync,
  existsSync,
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

/** A file of zeros in the data folder: room on a full disk for writes that must not wait, such as a key's revocation. */
export const RESERVE_FILE = 'crossrate.reserve';

/** A revocation takes some 50 kB of the log; an account has at most 20 active keys. */
export const RESERVE_BYTES = 4 * 1024 * 1024;

/** Given up at a time, so that what else fills the disk gets little of it. */
const PART_BYTES = 256 * 1024;

/** So many times the reserve must be free before it is made: it must not be what fills the disk. */
const FREE_FOR_RESERVE = 2;

/** The kept room of a data folder; several processes may share it. */
export interface DiskReserve {
  readonly isWhole: () => boolean;
  /** Gives a part of it up; false when there is none left. */
  readonly release: () => boolean;
  /** Makes it anew, whole, which proves that the disk has room; false when there is none. */
  readonly renew: () => boolean;
}

/** The reserve of a data folder, as it is; nothing is made before `renew`. */
export function diskReserve(dataDir: string): DiskReserve {
  const path = join(dataDir, RESERVE_FILE);
  return {
    isWhole: () => sizeOf(path) >= RESERVE_BYTES,
    release: () => {
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
    },
    renew: () => {
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
    },
  };
}

/**
 * Does the work, and does it again with a part of the reserve given up each time that it fails for want of room. Throws its
 * last failure when the reserve is used up.
 */
export async function withReserve<T>(
  reserve: Pick<DiskReserve, 'release'>,
  isFull: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error) || !reserve.release()) throw error;
    }
  }
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
  return existsSync(path) ? statSync(path).size : 0;
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
