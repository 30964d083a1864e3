import { describe, expect, it } from 'vitest';
import { incidentId } from '#lib/domain/health/incident';
import type { CheckRecord } from '#lib/store/health/health-records';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { aCheck, aPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { MINUTE_MS } from '#lib/domain/durations';

const nowMs = TEST_NOW.getTime();
const atMinute = (minute: number) => nowMs + minute * MINUTE_MS;

/** A minute, and what is said of the source there: `!` before a state is a failed check. */
type Said = readonly [minute: number, state: string];

const FAILS: readonly Said[] = [
  [0, 'operational'],
  [1, '!operational'],
  [2, '!degraded'],
  [3, '!degraded'],
  [4, '!outage'],
];

/** What the changes of a source's state leave: incidents that open, go on and close. */
export function describeIncidents(open: OpenEmptyStore): void {
  describe('incidents', () => {
    it('open with the first failure, count every further one, and close when the source is operational', async () => {
      const { store } = await open();
      await say(store, [...FAILS, [5, '!outage'], [6, 'degraded'], [8, 'operational'], [9, 'operational']]);
      expect(await store.readIncidents({ limit: 9 })).toEqual([
        {
          source: MARKET,
          openedAtMs: atMinute(2),
          closedAtMs: atMinute(8),
          worst: 'outage',
          cause: 'unreachable',
          reason: 'timeout',
          firstFailedAtMs: atMinute(1),
          lastFailedAtMs: atMinute(5),
          failures: 5,
          updatedAtMs: atMinute(8),
        },
      ]);
    });

    it('go on after a restart, under the same name', async () => {
      const { store, reopen } = await open();
      await say(store, FAILS);
      const [before] = await store.readIncidents({ limit: 9 });
      const again = await reopen();
      await say(again, [[7, '!outage']], { changedAtMs: atMinute(4) });
      const [after, ...others] = await again.readIncidents({ limit: 9, isOpen: true });
      expect(others).toEqual([]);
      expect(after).toMatchObject({ openedAtMs: before?.openedAtMs, closedAtMs: null, failures: 5 });
      expect(after && incidentId(after)).toBe(before && incidentId(before));
    });

    it('are one when the source falls back within ten minutes, else another', async () => {
      const { store } = await open();
      await say(store, [
        ...FAILS,
        [5, 'operational'],
        [13, '!operational'],
        [14, '!degraded'],
        [15, 'operational'],
        [26, '!degraded'],
      ]);
      const found = await store.readIncidents({ limit: 9 });
      // Each failed check counts in one of them, those that led to its opening again included.
      expect(found.map(({ openedAtMs, closedAtMs, failures }) => [openedAtMs, closedAtMs, failures])).toEqual(
        [
          [atMinute(26), null, 1],
          [atMinute(2), atMinute(15), 6],
        ],
      );
    });
  });
  describeIncidentsAhead(open);
  describeIncidentCauses(open);
  describeIncidentReads(open);
}

/** Minutes that the clock was ahead for a moment. */
const YEAR = 366 * 24 * 60;

function describeIncidentsAhead(open: OpenEmptyStore): void {
  describe('an incident that opened while the clock was ahead', () => {
    it('closes once the clock is back, and later ones are of their own', async () => {
      const { store } = await open();
      await say(store, [
        [0, 'operational'],
        [YEAR + 1, '!operational'],
        [YEAR + 2, '!degraded'],
        [1, '!degraded'],
        [2, 'operational'],
        [30, '!operational'],
        [31, '!degraded'],
        [32, '!outage'],
      ]);
      const found = await store.readIncidents({ limit: 9 });
      expect(found.map(({ openedAtMs, closedAtMs, failures }) => [openedAtMs, closedAtMs, failures])).toEqual(
        [
          [atMinute(YEAR + 2), atMinute(YEAR + 2), 3],
          [atMinute(31), null, 3],
        ],
      );
      const checks = await store.readHealthChecks({
        source: MARKET,
        sinceMs: 0,
        untilMs: atMinute(32),
        limit: 2,
      });
      expect(checks.map(({ atMs }) => atMs)).toEqual([atMinute(32), atMinute(31)]);
    });
  });
}

function describeIncidentCauses(open: OpenEmptyStore): void {
  describe('incidents', () => {
    it('tell another cause of the same state as a change of its own, and are named after it', async () => {
      const { store } = await open();
      await say(store, FAILS);
      const refused = { cause: 'refused', reason: 'inverted_quote' } as const;
      await say(store, [[7, '!outage']], { ...refused, changedAtMs: atMinute(4) });
      await say(store, [[8, '!outage']], { ...refused, changedAtMs: atMinute(4) });
      await say(store, [[9, '!outage']], { changedAtMs: atMinute(4) });
      const [incident, ...others] = await store.readIncidents({ limit: 9 });
      expect(others).toEqual([]);
      expect(incident).toMatchObject({ ...refused, worst: 'outage', failures: 7, updatedAtMs: atMinute(7) });
      const changes = await store.readHealthChanges({ source: MARKET, sinceMs: atMinute(2), limit: 9 });
      expect(
        changes.map(({ atMs, from, to, cause }) => [(atMs - nowMs) / MINUTE_MS, from, to, cause]),
      ).toEqual([
        [7, 'outage', 'outage', 'refused'],
        [4, 'degraded', 'outage', 'unreachable'],
        [2, 'operational', 'degraded', 'unreachable'],
      ]);
    });
  });
}

function describeIncidentReads(open: OpenEmptyStore): void {
  describe('incidents', () => {
    it('are read by source, by time and by whether they go on, never more than asked for', async () => {
      const { store } = await open();
      await say(store, [
        [0, '!degraded'],
        [10, 'operational'],
        [100, '!outage'],
        [110, 'operational'],
      ]);
      await say(store, [[50, '!degraded']], { source: 'ecb' });
      const opened = async (query: Omit<Parameters<Store['readIncidents']>[0], 'limit'>, limit = 9) =>
        (await store.readIncidents({ ...query, limit })).map(
          ({ openedAtMs }) => (openedAtMs - nowMs) / MINUTE_MS,
        );
      expect(await opened({})).toEqual([100, 50, 0]);
      expect(await opened({}, 2)).toEqual([100, 50]);
      expect(await opened({ source: 'ecb' })).toEqual([50]);
      expect(await opened({ isOpen: true })).toEqual([50]);
      expect(await opened({ beforeMs: atMinute(100) })).toEqual([50, 0]);
      expect(await opened({ sinceMs: atMinute(11) })).toEqual([100, 50]);
      expect(await opened({ sinceMs: atMinute(10), beforeMs: atMinute(50) })).toEqual([0]);
    });

    it('come with the instant from which each source is watched', async () => {
      const { store } = await open();
      expect(await store.readWatchStarts()).toEqual([]);
      await say(store, FAILS);
      await say(
        store,
        [
          [7, 'operational'],
          [8, '!degraded'],
        ],
        { source: 'ecb' },
      );
      expect(await store.readWatchStarts()).toEqual([
        { source: MARKET, atMs: nowMs },
        { source: 'ecb', atMs: atMinute(7) },
      ]);
    });
  });
}

async function say(
  store: Store,
  said: readonly Said[],
  { source = MARKET, ...part }: Partial<CheckRecord> & { readonly source?: string } = {},
): Promise<void> {
  let changedAtMs = nowMs;
  let before = '';
  for (const [minute, text] of said) {
    const status = stateOf(text);
    const atMs = atMinute(minute);
    if (status !== before) changedAtMs = atMs;
    before = status;
    const hasFailed = text.startsWith('!');
    const failed = { kind: 'hard', reason: 'timeout', cause: 'unreachable' } as const;
    const check = aCheck({ atMs, status, changedAtMs, ...(hasFailed && failed), ...part });
    await store.write.storePoll(aPoll({ source, check }));
  }
}

function stateOf(text: string): CheckRecord['status'] {
  if (text.endsWith('operational')) return 'operational';
  return text.endsWith('degraded') ? 'degraded' : 'outage';
}
