import { describe, expect, it } from 'vitest';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import type { CheckRecord } from '#lib/store/health/health-records';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { aCheck, aPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

const nowMs = TEST_NOW.getTime();

const FAILED: Partial<CheckRecord> = { kind: 'hard', reason: 'timeout', sentence: 'No answer within 15 s.' };

/** What checks of sources leave: the newest state, the checks, the days, the changes; and refusals by the validation. */
export function describeStoredHealth(open: OpenEmptyStore): void {
  describeStates(open);
  describeChecks(open);
  describeDays(open);
  describeDayReads(open);

  describe('refusals by the validation', () => {
    it('are counted by day, source and rule, with the newest example', async () => {
      const { store } = await open();
      const refuse = (atMs: number, rule: string, n: number, example: string, source = MARKET) =>
        store.write.storePoll(aPoll({ source, refusals: [{ rule, n, example }], check: aCheck({ atMs }) }));
      await refuse(nowMs - DAY_MS, 'unknown_code', 1, 'before');
      await refuse(nowMs, 'unknown_code', 2, 'first');
      await refuse(nowMs + 1, 'unknown_code', 3, 'second');
      await refuse(nowMs + 1, 'not_positive', 1, 'zero');
      await refuse(nowMs + 1, 'unknown_code', 7, 'other', 'ecb');
      const today = { day: '2026-04-14' };
      expect(await store.readRefusals({ fromDay: '2026-04-14' })).toEqual([
        { ...today, source: MARKET, rule: 'not_positive', n: 1, example: 'zero' },
        { ...today, source: MARKET, rule: 'unknown_code', n: 5, example: 'second' },
        { ...today, source: 'ecb', rule: 'unknown_code', n: 7, example: 'other' },
      ]);
      expect(await store.readRefusals({ fromDay: '2026-04-13' })).toHaveLength(4);
    });
  });
}

function describeStates(open: OpenEmptyStore): void {
  describe('the health of a source', () => {
    it('is that of its newest check, with the whole state of the machine, after a restart too', async () => {
      const { store, reopen } = await open();
      await check(store, {});
      const machine = JSON.stringify({ hards: 1, history: ['pass', 'hard'] });
      const newer = { ...FAILED, atMs: nowMs + 9, latencyMs: 15_000, state: machine, changedAtMs: nowMs };
      await check(store, newer);
      const expected = [
        {
          source: MARKET,
          latency_ms: 15_000,
          last_checked_at: nowMs + 9,
          last_passed_at: nowMs,
          reason: 'No answer within 15 s.',
          status: 'operational',
          state: machine,
          changed_at: nowMs,
          interval_ms: 20_000,
        },
      ];
      expect(await store.readSourceStates()).toEqual(expected);
      expect(await (await reopen()).readSourceStates()).toEqual(expected);
    });

    it('is written down when it changes and only then, the first one included', async () => {
      const { store } = await open();
      const statuses = ['outage', 'outage', 'operational', 'degraded', 'degraded', 'operational'] as const;
      for (const [index, status] of statuses.entries()) {
        await check(store, { atMs: nowMs + index, status, reason: `reason ${index}` });
      }
      await store.write.storePoll(aPoll({ source: 'ecb', check: aCheck({ atMs: nowMs + 3 }) }));
      const changes = await store.readHealthChanges({ source: MARKET, sinceMs: 0, limit: 9 });
      expect(changes).toEqual(
        [
          [5, 'degraded', 'operational'],
          [3, 'operational', 'degraded'],
          [2, 'outage', 'operational'],
          [0, null, 'outage'],
        ].map(([index, from, to]) => ({
          source: MARKET,
          atMs: nowMs + Number(index),
          from,
          to,
          reason: `reason ${index}`,
          cause: null,
        })),
      );
      const newest = await store.readHealthChanges({ sinceMs: nowMs + 3, limit: 2 });
      expect(newest.map(({ source, to }) => [source, to])).toEqual([
        [MARKET, 'operational'],
        ['ecb', 'operational'],
      ]);
    });
  });
}

function describeChecks(open: OpenEmptyStore): void {
  describe('checks', () => {
    it('are all kept with what they said, and read newest first', async () => {
      const { store } = await open();
      await check(store, { accepted: 170, rejected: 2, held: 1 });
      await check(store, { ...FAILED, atMs: nowMs + 9, accepted: 0, latencyMs: 15_000 });
      const query = { source: MARKET, sinceMs: nowMs, limit: 9 };
      const checks = await store.readHealthChecks(query);
      expect(checks).toEqual([
        {
          source: MARKET,
          atMs: nowMs + 9,
          kind: 'hard',
          latencyMs: 15_000,
          reason: 'timeout',
          sentence: 'No answer within 15 s.',
          accepted: 0,
          rejected: 0,
          held: 0,
        },
        {
          source: MARKET,
          atMs: nowMs,
          kind: 'pass',
          latencyMs: 120,
          reason: null,
          sentence: null,
          accepted: 170,
          rejected: 2,
          held: 1,
        },
      ]);
      expect(await store.readHealthChecks({ ...query, limit: 1 })).toEqual(checks.slice(0, 1));
      expect(await store.readHealthChecks({ ...query, sinceMs: nowMs + 1 })).toEqual(checks.slice(0, 1));
      expect(await store.readHealthChecks({ ...query, source: 'ecb' })).toEqual([]);
    });

    it('go after 7 days; days and changes stay', async () => {
      const { store } = await open();
      for (const atMs of [nowMs, nowMs + DAY_MS]) await check(store, { atMs });
      const request = { nowMs: nowMs + 8 * DAY_MS, retainMinutesDays: 7, retainHoursDays: 365 };
      await rollUpUntilDone(store.write, request);
      const left = await store.readHealthChecks({ source: MARKET, sinceMs: 0, limit: 9 });
      expect(left.map(({ atMs }) => atMs)).toEqual([nowMs + DAY_MS]);
      expect(await store.readHealthDays({ fromDay: '2026-01-01' })).toHaveLength(2);
      expect(await store.readHealthChanges({ sinceMs: 0, limit: 9 })).toHaveLength(1);
    });
  });
}

function describeDays(open: OpenEmptyStore): void {
  describe('the day of a source', () => {
    it('counts its checks and the time in each state, to the millisecond of a change', async () => {
      const { store } = await open();
      await check(store, { latencyMs: 100 });
      await check(store, { atMs: nowMs + MINUTE_MS, kind: 'soft', latencyMs: 300 });
      const changedAtMs = nowMs + MINUTE_MS + 10_000;
      const degraded = { ...FAILED, status: 'degraded', changedAtMs } as const;
      await check(store, { ...degraded, atMs: nowMs + 2 * MINUTE_MS, latencyMs: 500 });
      await check(store, { ...degraded, atMs: nowMs + 3 * MINUTE_MS, latencyMs: 500 });
      expect(await store.readHealthDays({ source: MARKET, fromDay: '2026-04-14' })).toEqual([
        {
          source: MARKET,
          day: '2026-04-14',
          checks: 4,
          passes: 1,
          softs: 1,
          hards: 2,
          latencySumMs: 1400,
          worst: 'degraded',
          operationalMs: MINUTE_MS + 10_000,
          degradedMs: 110_000,
          outageMs: 0,
        },
      ]);
    });

    it('ends at midnight UTC, and the state that goes on counts for the next one', async () => {
      const { store } = await open();
      const midnightMs = Date.parse('2026-04-15T00:00:00Z');
      await check(store, { atMs: midnightMs - 40_000, status: 'outage' });
      await check(store, { atMs: midnightMs + 20_000 });
      const days = await store.readHealthDays({ source: MARKET, fromDay: '2026-04-14' });
      expect(
        days.map(({ day, outageMs, operationalMs, worst }) => [day, outageMs, operationalMs, worst]),
      ).toEqual([
        ['2026-04-14', 40_000, 0, 'outage'],
        ['2026-04-15', 20_000, 0, 'outage'],
      ]);
    });

    it('does not count the time in which nobody looked', async () => {
      const { store } = await open();
      await check(store, {});
      await check(store, { atMs: nowMs + 5 * 60 * MINUTE_MS });
      const [day] = await store.readHealthDays({ source: MARKET, fromDay: '2026-04-14' });
      expect(day).toMatchObject({ checks: 2, operationalMs: 15 * MINUTE_MS });
    });
  });
}

function describeDayReads(open: OpenEmptyStore): void {
  describe('a day of checks', () => {
    it('is read for one source or for all, from a day on', async () => {
      const { store } = await open();
      for (const source of [MARKET, 'ecb']) {
        for (const atMs of [nowMs, nowMs + DAY_MS]) {
          await store.write.storePoll(aPoll({ source, check: aCheck({ atMs }) }));
        }
      }
      const all = await store.readHealthDays({ fromDay: '2026-04-15' });
      expect(all.map(({ source, day }) => [source, day])).toEqual([
        [MARKET, '2026-04-15'],
        ['ecb', '2026-04-15'],
      ]);
      expect(await store.readHealthDays({ source: 'ecb', fromDay: '2026-04-01' })).toHaveLength(2);
    });
  });
}

async function check(store: Store, part: Partial<CheckRecord>): Promise<void> {
  await store.write.storePoll(aPoll({ check: aCheck(part) }));
}
