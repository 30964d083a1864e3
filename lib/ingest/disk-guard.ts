import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** How much of the disk must be free for polling to go on. */
export interface DiskBounds {
  readonly freeBytesMin: number;
  /** So many times the size of the database's journal must be free. */
  readonly journalsMin: number;
}

/** 256 MB, or four times the journal, whichever is more: reads go on below it. */
export const DISK_BOUNDS: DiskBounds = { freeBytesMin: 256 * 2 ** 20, journalsMin: 4 };

/** How short the disk of the data folder is. */
export interface DiskShortage {
  readonly freeBytes: number;
  readonly wantedBytes: number;
}

/** Whether the embedded database's disk is too full to write to; null when it is not, or when there is no folder to look at. */
export async function diskShortage(
  dataDir: string | null,
  { freeBytesMin, journalsMin }: DiskBounds = DISK_BOUNDS,
): Promise<DiskShortage | null> {
  if (dataDir === null) return null;
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const journalBytes = await sizeOf(join(dataDir, 'crossrate.sqlite-wal'));
  const wantedBytes = Math.max(freeBytesMin, journalsMin * journalBytes);
  return freeBytes < wantedBytes ? { freeBytes, wantedBytes } : null;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
