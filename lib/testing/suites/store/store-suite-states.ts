import { describe, expect, it } from 'vitest';
import type { RevisionSubject } from '#lib/store/engine/revisions';
import type { SourceStateRow, StoredSourceState } from '#lib/store/health/source-states';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import {
  aFixingBatch,
  anApiKeyRow,
  type EmptyStore,
  type OpenEmptyStore,
} from '#lib/testing/worlds/empty-store';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const nowMs = TEST_NOW.getTime();

const PASSED: SourceStateRow = {
  source: 'ecb',
  latency_ms: 120,
  last_checked_at: nowMs,
  last_passed_at: nowMs,
  reason: null,
};

/** Checks of sources, notes of what was enabled, counters of change. */
export function describeStoredStates(open: OpenEmptyStore): void {
  describeSourceStates(open);
  describeNotes(open);
  describeRevisions(open);

  describe('a write after the store was closed', () => {
    it('is refused instead of waiting for ever', async () => {
      const { store } = await open();
      await store.close();
      await expect(store.write.saveSourceState(PASSED)).rejects.toThrow();
      await expect(store.write.saveSourceState(PASSED)).rejects.toThrow();
    });
  });
}

function describeSourceStates(open: OpenEmptyStore): void {
  describe('the state of a source', () => {
    it('is the one of its newest check, one row a source', async () => {
      const { store } = await open();
      const fed = { ...PASSED, source: 'fed', last_passed_at: null, reason: 'No answer.' };
      const newer = { ...PASSED, latency_ms: 80, last_checked_at: nowMs + 9, last_passed_at: nowMs + 9 };
      for (const state of [PASSED, fed, newer]) await store.write.saveSourceState(state);
      const states = await store.readSourceStates();
      const sorted = states.toSorted((one, other) => (one.source < other.source ? -1 : 1));
      expect(sorted).toEqual([newer, fed].map(withoutMachine));
    });

    it('keeps the instant of the last passed check through failed ones, and forgets the reason when one passes', async () => {
      const { store } = await open();
      const failed = { ...PASSED, last_checked_at: nowMs + 5, last_passed_at: null, reason: 'No answer.' };
      await store.write.saveSourceState(PASSED);
      await store.write.saveSourceState(failed);
      expect(await store.readSourceStates()).toEqual([withoutMachine({ ...failed, last_passed_at: nowMs })]);
      const recovered = { ...PASSED, last_checked_at: nowMs + 9, last_passed_at: nowMs + 9 };
      await store.write.saveSourceState(recovered);
      expect(await store.readSourceStates()).toEqual([withoutMachine(recovered)]);
    });
  });
}

/** A state that no health machine has seen. */
function withoutMachine(state: SourceStateRow): StoredSourceState {
  return { ...state, status: null, state: null, changed_at: null, interval_ms: null };
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
  ['a check of a source', 'states', (store) => store.write.saveSourceState(PASSED)],
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
      await store.write.saveSourceState(PASSED);
      const before = await store.readRevisions();
      expect(await (await reopen()).readRevisions()).toEqual(before);
    });
  });
}

async function notesOf(db: EmptyStore['db']) {
  const rows = await db.selectFrom('config_history').select(['at', 'sources']).orderBy('at').execute();
  return rows.map(({ at, sources }) => [Number(at), sources]);
}
