import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { onTestFinished } from 'vitest';

/** A disk of its own whose room a test decides. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves so many bytes free, none unless told. */
  readonly fill: (freeBytes?: number) => void;
  readonly makeRoom: () => void;
}

/** Why there is none: only an administrator of Linux may mount. */
export const NO_SMALL_DISK = 'no disk of its own can be mounted here';

const ROOMY = '1g';
const FILL_TRIES = 50;

/** Mounts a disk in memory for the running test; null where that is not allowed. It takes as much memory as is written to it. */
export function openSmallDisk(): SmallDisk | null {
  const path = throwAwayFolder();
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOMY}`, 'crossrate-test', path);
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  const resize = (size: string) => mount('-o', `remount,size=${size}`, path);
  return {
    path,
    fill: (freeBytes = 0) => {
      for (let left = FILL_TRIES; ; left -= 1) {
        const { blocks, bfree, bsize } = statfsSync(path);
        try {
          return resize(String((blocks - bfree) * bsize + freeBytes));
        } catch (error) {
          // Whoever writes meanwhile needs more than was measured.
          if (left === 0) throw error;
        }
      }
    },
    makeRoom: () => resize(ROOMY),
  };
}

function mount(...args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}
