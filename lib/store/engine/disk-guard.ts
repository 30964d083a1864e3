import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { SQLITE_FILE } from './sqlite/sqlite-file.ts';

/** How much of the disk must be free for polling to go on. */
export interface DiskBounds {
  readonly freeBytesMin: number;
  /** So many times the size of the database's journal must be free. */
  readonly journalsMin: number;
}

/** 256 MB, or four times the journal, whichever is more: reads go on below it. */
export const DISK_BOUNDS: DiskBounds = { freeBytesMin: 256 * 2 ** 20, journalsMin: 4 };

const MB = 2 ** 20;

/** Whether the embedded database's disk has too little room to go on polling; null when it has enough. */
export async function diskShortage(
  dataDir: string,
  { freeBytesMin, journalsMin }: DiskBounds,
): Promise<DatabaseUnavailable | null> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const journalBytes = await sizeOf(join(dataDir, `${SQLITE_FILE}-wal`));
  const wantedBytes = Math.max(freeBytesMin, journalsMin * journalBytes);
  if (freeBytes >= wantedBytes) return null;
  const [free, wanted] = [freeBytes, wantedBytes].map((bytes) => Math.ceil(bytes / MB));
  return new DatabaseUnavailable(
    `The disk that holds DATA_DIR (${dataDir}) is nearly full: ${free} MB are free and polling goes on with ${wanted} MB; make room there.`,
    'short',
  );
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
