import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A folder on a disk of its own that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Why it cannot be filled; null where it can. */
  readonly lacking: string | null;
  /** Writes until not a byte is left. */
  readonly fill: () => Promise<void>;
  readonly makeRoom: () => void;
  readonly remove: () => void;
}

const BLOCK = Buffer.alloc(1 << 20);

/** Mounts a disk in memory where this user may; elsewhere it is an ordinary folder, and says that it cannot be filled. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-soak-'));
  const filler = join(folder, 'filler');
  let lacking: string | null = null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'crossrate-soak', folder], {
      stdio: 'pipe',
    });
  } catch {
    lacking = 'the full disk was left out: this user may not mount a disk of its own';
  }
  const remove = () => {
    process.off('exit', remove);
    if (lacking === null) execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    folder,
    lacking,
    fill: () => fill(filler),
    makeRoom: () => rmSync(filler, { force: true }),
    remove,
  };
}

/** Goes on with other work between two blocks: whoever fills the disk also plays the clients. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let size = BLOCK.length; size >= 1;) {
      try {
        const { bytesWritten } = await file.write(BLOCK, 0, size);
        if (bytesWritten < size) size = Math.floor(size / 2);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
}
