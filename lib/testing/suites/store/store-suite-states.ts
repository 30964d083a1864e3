import { describe, expect, it } from 'vitest';
import type { RevisionSubject } from '#lib/store/engine/revisions';
import type { CheckRecord } from '#lib/store/health/health-records';
import type { StoredSourceState } from '#lib/store/health/source-states';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import {
  aFixingBatch,
  anApiKeyRow,
  type EmptyStore,
  type OpenEmptyStore,
} from '#lib/testing/worlds/empty-store';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const nowMs = TEST_NOW.getTime();

/** Checks of sources, notes of what was enabled, counters of change. */
export function describeStoredStates(open: OpenEmptyStore): void {
  describeSourceStates(open);
  describeNotes(open);
  describeRevisions(open);

  describe('a write after the store was closed', () => {
    it('is refused instead of waiting for ever', async () => {
      const { store } = await open();
      await store.close();
      await expect(store.write.storePoll(aPoll())).rejects.toThrow();
      await expect(store.write.storePoll(aPoll())).rejects.toThrow();
    });
  });
}

function describeSourceStates(open: OpenEmptyStore): void {
  describe('the state of a source', () => {
    it('is the one of its newest check, one row a source', async () => {
      const { store } = await open();
      const fed = { kind: 'hard', sentence: 'No answer.' } as const;
      const newer = { atMs: nowMs + 9, latencyMs: 80 };
      for (const check of [aCheck(), aCheck(newer)])
        await store.write.storePoll(aPoll({ source: 'ecb', check }));
      await store.write.storePoll(aPoll({ source: 'fed', check: aCheck(fed) }));
      const states = await store.readSourceStates();
      const sorted = states.toSorted((one, other) => (one.source < other.source ? -1 : 1));
      expect(sorted).toEqual([
        aState({ source: 'ecb', latency_ms: 80, last_checked_at: nowMs + 9, last_passed_at: nowMs + 9 }),
        aState({ source: 'fed', last_passed_at: null, reason: 'No answer.' }),
      ]);
    });

    it('keeps the instant of the last passed check through failed ones, and forgets the reason when one passes', async () => {
      const { store } = await open();
      const check = (part: Partial<CheckRecord>) => store.write.storePoll(aPoll({ check: aCheck(part) }));
      await check({});
      await check({ atMs: nowMs + 5, kind: 'hard', sentence: 'No answer.' });
      const failed = { last_checked_at: nowMs + 5, last_passed_at: nowMs, reason: 'No answer.' };
      expect(await store.readSourceStates()).toEqual([aState(failed)]);
      await check({ atMs: nowMs + 9 });
      const recovered = { last_checked_at: nowMs + 9, last_passed_at: nowMs + 9 };
      expect(await store.readSourceStates()).toEqual([aState(recovered)]);
    });
  });
}

/** The state after the check of {@link aPoll}; every check says that it changed the status, unless told otherwise. */
function aState(part: Partial<StoredSourceState>): StoredSourceState {
  const { source, check } = aPoll();
  return {
    source,
    latency_ms: check.latencyMs,
    last_checked_at: nowMs,
    last_passed_at: nowMs,
    reason: null,
    status: check.status,
    state: check.state,
    changed_at: part.last_checked_at ?? nowMs,
    interval_ms: check.intervalMs,
    ...part,
  };
}

function describeNotes(open: OpenEmptyStore): void {
  describe('the note of the enabled sources', () => {
    it('is written when they or their order changed, and only then', async () => {
      const { store, db } = await open();
      const starts = [['ecb', 'fed'], ['ecb', 'fed'], ['fed', 'ecb'], ['fed', 'ecb'], ['ecb']];
      for (const [index, sources] of starts.entries()) {
        await store.write.noteSources({ sources, atMs: nowMs + index });
      }
      expect(await notesOf(db)).toEqual([
        [nowMs, 'ecb,fed'],
        [nowMs + 2, 'fed,ecb'],
        [nowMs + 4, 'ecb'],
      ]);
    });

    it('is read as of an instant, and says since when there are notes', async () => {
      const { store } = await open();
      expect(await store.readNotedSources(nowMs)).toEqual({ sources: null, firstAtMs: null });
      await store.write.noteSources({ sources: ['ecb', 'fed'], atMs: nowMs });
      await store.write.noteSources({ sources: ['fed'], atMs: nowMs + 2 });
      const noted = [-1, 0, 1, 2].map(async (ms) => (await store.readNotedSources(nowMs + ms)).sources);
      expect(await Promise.all(noted)).toEqual([null, ['ecb', 'fed'], ['ecb', 'fed'], ['fed']]);
      expect((await store.readNotedSources(nowMs - 1)).firstAtMs).toBe(nowMs);
    });

    it('of two different starts at one instant is the later one', async () => {
      const { store, db } = await open();
      for (const sources of [['ecb'], ['fed']]) await store.write.noteSources({ sources, atMs: nowMs });
      expect(await notesOf(db)).toEqual([[nowMs, 'fed']]);
    });
  });
}

type Write = (store: Store, accountId: string) => Promise<unknown>;

const WRITES: readonly (readonly [string, RevisionSubject | null, Write])[] = [
  ['a load', 'rates', (store) => storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } }))],
  ['a load of nothing', null, (store) => storeFixings(store, aFixingBatch({}))],
  [
    'a new key',
    'keys',
    (store, accountId) => store.write.insertApiKey({ key: anApiKeyRow(accountId, 'new'), nowMs }),
  ],
  ['a revocation', 'keys', (store) => store.write.revokeApiKey({ id: 'key', nowMs })],
  [
    'a rotation',
    'keys',
    (store, accountId) =>
      store.write.replaceApiKey({
        oldId: 'key',
        oldEndsAtMs: nowMs,
        key: anApiKeyRow(accountId, 'new'),
        nowMs,
      }),
  ],
  ['a check of a source', 'states', (store) => store.write.storePoll(aPoll())],
  ['a new account', null, (store) => store.write.ensureAccount({ email: 'bea@example.org', nowMs })],
  ['a note of the sources', null, (store) => store.write.noteSources({ sources: ['ecb'], atMs: nowMs })],
];

function describeRevisions(open: OpenEmptyStore): void {
  describe('the counters of change', () => {
    it.each(WRITES)('after %s: only %s rises', async (_name, subject, write) => {
      const { store } = await open();
      const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
      await store.write.insertApiKey({ key: anApiKeyRow(accountId, 'key'), nowMs });
      const before = await store.readRevisions();
      await write(store, accountId);
      const rateSources = new Map(subject === 'rates' ? [['ecb', 1]] : []);
      const expected = subject === null ? before : { ...before, [subject]: before[subject] + 1, rateSources };
      expect(await store.readRevisions()).toEqual(expected);
    });

    it('tell of which source the rates are that changed', async () => {
      const { store } = await open();
      const days = ['2026-04-09', '2026-04-10', '2026-04-13'];
      for (const [index, day] of days.entries()) {
        const source = index === 1 ? 'fed' : 'ecb';
        await storeFixings(store, aFixingBatch({ [day]: { 'EUR/USD': 1.2 } }, { source }));
      }
      const { rates, rateSources } = await store.readRevisions();
      expect(rates).toBe(3);
      expect(rateSources).toEqual(
        new Map([
          ['ecb', 2],
          ['fed', 1],
        ]),
      );
    });

    it('go on from where they were after the database was opened again', async () => {
      const { store, reopen } = await open();
      await store.write.storePoll(aPoll());
      const before = await store.readRevisions();
      expect(await (await reopen()).readRevisions()).toEqual(before);
    });
  });
}

async function notesOf(db: EmptyStore['db']) {
  const rows = await db.selectFrom('config_history').select(['at', 'sources']).orderBy('at').execute();
  return rows.map(({ at, sources }) => [Number(at), sources]);
}
