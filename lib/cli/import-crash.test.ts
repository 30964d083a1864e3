import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { historyFile } from '#lib/testing/builders/history-file';
import { openSqliteStore } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { countStoredFigures } from '#lib/testing/databases/read-database';
import { isLong, someOf } from '#lib/testing/long-count';
import { PROJECT_ROOT, type RunningScript, runScript, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const HISTORY = historyFile(isLong('EVERY_CASE') ? 'whole' : 'part');

/** Bytes of the database file and of its log; -1 while there is none. */
interface FileSizes {
  readonly file: number;
  readonly log: number;
}

/** The whole history leaves 6 MB in the log and then in the file, a part of it 2 MB, the tables alone 0.2 MB. */
const MOMENTS: readonly (readonly [string, (sizes: FileSizes) => boolean])[] = [
  ['the file was just made', ({ file }) => file >= 0],
  ['the first tables are being written', ({ log }) => log > 0],
  ['the first figures are being written', ({ log }) => log > 500_000],
  ['half of the figures are written', ({ log }) => log > 3_000_000],
  ['the log is being folded into the file', ({ file }) => file > 1_000_000],
];

describe('an import that is killed', () => {
  it.each(someOf(MOMENTS, 1))(
    'when %s leaves all or nothing, and the next one completes it',
    async (_name, isReached) => {
      const dataDir = throwAwayFolder();
      const running = startImport(dataDir);
      await waitUntil(running, () => isReached(sizesIn(dataDir)));
      await expectKilled(running);
      const left = await countAfterNewStart(dataDir);
      expect([0, HISTORY.figures]).toContain(left);
      await expectCompleted(dataDir, HISTORY.figures - left);
    },
  );

  it('after it said what it imported has lost nothing', async () => {
    const dataDir = throwAwayFolder();
    const running = startImport(dataDir);
    await running.waitForOutput(new RegExp(`^imported ${HISTORY.figures} observations`));
    running.kill('SIGKILL');
    // Little is left to do by then: it may have come to its end before the signal reached it.
    const { code, signal } = await running.ended;
    expect([0, 'SIGKILL']).toContain(signal ?? code);
    expect(await countAfterNewStart(dataDir)).toBe(HISTORY.figures);
  });
});

function importArguments(): readonly string[] {
  const file = join(throwAwayFolder(), HISTORY.name);
  writeFileSync(file, HISTORY.body);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}

function startImport(dataDir: string): RunningScript {
  return startScript(importArguments(), { DATA_DIR: dataDir });
}

async function expectCompleted(dataDir: string, missing: number): Promise<void> {
  const { code, stdout, stderr } = await runScript(importArguments(), { DATA_DIR: dataDir });
  const line = `imported ${missing} observations, 0 revised, 0 rejected\n`;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.startsWith(line)).toBe(true);
  expect(await countStoredFigures(dataDir)).toBe(HISTORY.figures);
}

/** Looks once a millisecond: the moments last some of them, and looking on and on would take a processor from the import. */
async function waitUntil(running: RunningScript, isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    if (running.hasEnded())
      throw new Error(`The import ended too early: ${JSON.stringify(await running.ended)}`);
    await setTimeout(1);
  }
}

async function expectKilled(running: RunningScript): Promise<void> {
  running.kill('SIGKILL');
  expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
}

function sizesIn(dataDir: string): FileSizes {
  const sizeOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? -1;
  return { file: sizeOf(SQLITE_FILE), log: sizeOf(`${SQLITE_FILE}-wal`) };
}

/** Counts through a store, whose opening recovers what the killed process left. */
async function countAfterNewStart(dataDir: string): Promise<number> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
  await store.writable;
  await store.close();
  return countStoredFigures(dataDir);
}
