import { beforeEach, describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from '#lib/domain/log/checkpoint';
import { noteKeyOf, readSignedNote } from '#lib/platform/signed-note';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openWritableStore } from '#lib/store/open-store';
import { alter } from '#lib/testing/databases/damaged-databases';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import type { Store } from '#lib/store/store';
import { bringUpToDate, keepLog } from './keep-log.ts';

const KEY = noteKeyOf(new Uint8Array(32));
const ANOTHER_KEY = noteKeyOf(new Uint8Array(32).fill(1));
const HOUR_MS = 3_600_000;

let store: Store;
let dataDir: string;
let nowMs: number;
const load = (day: string) => storeFixings(store, aFixingBatch({ [day]: { 'EUR/USD': 1.17 } }));
const look = (key = KEY) =>
  bringUpToDate({ store, clock: { service: () => new Date(nowMs) }, key }, new AbortController().signal);
const sizes = async () => {
  const heads = await store.readLogHeads({ afterSize: 0, limit: 99 });
  return heads.map(({ size }) => size);
};

beforeEach(async () => {
  dataDir = throwAwayFolder();
  nowMs = Date.parse('2026-04-14T08:00:00Z');
  store = await openWritableStore({ dataDir, databaseUrl: null, root: PROJECT_ROOT }, 'here');
  return () => store.close();
});

describe('the log of a process that leads', () => {
  it('has no head without a figure, and another one whenever something is new', async () => {
    await look();
    expect(await sizes()).toEqual([]);
    await load('2026-04-08');
    await look();
    expect(await sizes()).toEqual([1]);
    await load('2026-04-09');
    await look();
    expect(await sizes()).toEqual([1, 2]);
    nowMs += HOUR_MS;
    await look();
    expect(await sizes()).toEqual([1, 2]);
  });

  it('signs what the checkpoint says, and keeps its name when another key signs', async () => {
    await load('2026-04-08');
    await look();
    await load('2026-04-09');
    nowMs += HOUR_MS;
    await look(ANOTHER_KEY);
    const heads = await store.readLogHeads({ afterSize: 0, limit: 9 });
    const origin = `crossrate/log/${KEY.fingerprint.slice(0, 16)}`;
    for (const [place, key] of [KEY, ANOTHER_KEY].entries()) {
      const head = heads[place];
      expect(head?.verifierKey).toBe(key.verifierKey(origin));
      const text = checkpointText({ origin, size: place + 1, root: head?.root ?? '' });
      expect(readSignedNote(head?.note ?? '', head?.verifierKey ?? '')).toBe(text);
      expect(parseCheckpoint(head?.note ?? '')).toMatchObject({ origin, size: place + 1 });
    }
  });
});

describe('the log of a process that leads, when something is wrong', () => {
  it('signs nothing that does not continue the newest head', async () => {
    await load('2026-04-08');
    await look();
    await load('2026-04-09');
    nowMs += HOUR_MS;
    alter(dataDir, "update log_head set root = 'another'");
    await expect(look()).rejects.toThrow('the first 1 entries are not those of the newest checkpoint');
    expect(await sizes()).toEqual([1]);
  });

  it('enters first what a process of an earlier version stored without an entry', async () => {
    await load('2026-04-08');
    await look();
    await load('2026-04-09');
    alter(dataDir, 'delete from log_pending');
    await load('2026-04-10');
    expect((await store.readLogComparison()).difference).toContain('The log has no entry for');
    const log = asLogger({ error: (_about: unknown, sentence: string) => expect.fail(sentence) });
    const kept = keepLog({ store, clock: { service: () => new Date(nowMs) }, key: KEY, log });
    await expect.poll(() => store.readLogSize()).toBe(3);
    await kept.stop();
    expect(await store.readLogComparison()).toMatchObject({ difference: null, replacedOtherwise: 0 });
  });

  it('looks at once, and says what went wrong', async () => {
    await load('2026-04-08');
    const errors: string[] = [];
    const log = { error: (_about: unknown, sentence: string) => void errors.push(sentence) };
    const clock = { service: () => new Date(nowMs) };
    const kept = keepLog({ store, clock, key: KEY, log: asLogger(log) });
    await expect.poll(sizes).toEqual([1]);
    await kept.stop();
    alter(dataDir, 'drop table log_bundle');
    await keepLog({ store, clock, key: KEY, log: asLogger(log) }).stop();
    expect(errors).toEqual(['the log of figures could not be continued']);
  });
});

/** Holds because what logs here is given an object and a sentence. */
function asLogger(log: { readonly error: (about: unknown, sentence: string) => void }) {
  return log as Parameters<typeof keepLog>[0]['log'];
}
