import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { EnvironmentError } from '#lib/platform/environment';

/** What says that a folder is the demo's own; it holds the number of the process that uses it. */
const MARKER = 'MADE-UP-FIGURES-OF-THE-DEMO';

/**
 * Makes the demo's data folder fresh: nothing of an earlier demo stays, and nothing that is not a demo's is touched.
 * Throws {@link EnvironmentError} with one sentence when the folder holds anything else or another demo runs in it.
 */
export function openDemoFolder(path: string): void {
  const found = existsSync(path) ? readdirSync(path) : [];
  if (found.length > 0 && !found.includes(MARKER)) {
    throw new EnvironmentError(
      `${path} holds something else than a demo, so it is left as it is; set DATA_DIR to a folder that is empty or not there yet.`,
    );
  }
  const runner = found.length > 0 ? Number(readFileSync(join(path, MARKER), 'utf8')) : 0;
  if (isRunning(runner)) {
    throw new EnvironmentError(
      `Another demo (process ${runner}) uses ${path}; stop it, or set DATA_DIR to another folder.`,
    );
  }
  mkdirSync(path, { recursive: true });
  // The marker first: a start that is interrupted leaves the demo its folder, and a second start finds the first.
  writeFileSync(join(path, MARKER), `${process.pid}\n`);
  for (const name of found) {
    if (name !== MARKER) rmSync(join(path, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without the right to signal it, it is there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
