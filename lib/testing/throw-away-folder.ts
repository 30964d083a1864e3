import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a test leaves open may write while its folder is removed. */
const RETRIES = 10;

/** An empty folder of its own for the running test, removed when the test ends. */
export function throwAwayFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'crossrate-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: RETRIES }));
  return path;
}
