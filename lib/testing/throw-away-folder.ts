import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a test leaves open may write while its folder is removed. */
const RETRIES = 10;

/** What is to be done when something ends: the running test, unless a file does it after all of its tests. */
export type AtEnd = (stop: () => Promise<void> | void) => void;

/** An empty folder of its own for the running test, removed when the test ends. */
export function throwAwayFolder(atEnd: AtEnd = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'crossrate-test-'));
  atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: RETRIES }));
  return path;
}
