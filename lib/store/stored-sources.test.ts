import { describe, expect, it, onTestFinished } from 'vitest';
import { FED_SCHEDULE } from '#lib/sources/fed/facts';
import { ECB_SCHEDULE } from '#lib/sources/ecb/facts';
import { addDays } from '#lib/domain/iso-day';
import type { StoredFixings } from '#lib/domain/rates/stored-source';
import { aDay, aSourceDescription } from '#lib/testing/builders/builders';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore } from './open-store.ts';
import { isRunningOut, readStoredSource } from './stored-sources.ts';
import type { Store } from './store.ts';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const ECB = aSourceDescription({ schedule: ECB_SCHEDULE });

const YEARS_LATER = Date.parse('2029-01-01T00:00:00Z');

describe('what the store holds of a publisher', () => {
  it.each([
    ['fetched before it was due, from then on', 'https://bank.example/daily.xml', '2026-04-13T13:57:12Z'],
    ['fetched with history, when it was due', 'https://bank.example/hist.zip', '2029-01-01T00:00:00Z'],
    ['loaded from a file, when it was due, whatever the clock said', 'file:hist.zip', '2026-04-13T12:30:00Z'],
  ])('counts, where it was %s', async (_name, url, fetched) => {
    const store = await openStore();
    const document = { url, fetchedAtMs: Date.parse(fetched) };
    await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }, document));
    const expected = url.endsWith('daily.xml') ? fetched : '2026-04-13T14:00:00Z';
    const read = await readFixings(store, ECB, '2026-04-13T13:00:00Z');
    expect(read.publications.map(({ countsFrom }) => countsFrom)).toEqual([new Date(expected)]);
  });

  it('counts from the first of several documents that brought it', async () => {
    const store = await openStore();
    for (const [pair, fetched] of [
      ['EUR/USD', '2029-01-01T00:00:00Z'],
      ['EUR/JPY', '2026-04-13T13:58:00Z'],
    ] as const) {
      const document = { url: 'https://bank.example/figures', fetchedAtMs: Date.parse(fetched) };
      await storeFixings(store, aFixingBatch({ '2026-04-13': { [pair]: 1.5 } }, document));
    }
    const read = await readFixings(store, ECB, '2026-04-14T08:00:00Z');
    expect(read.publications.map(({ countsFrom }) => countsFrom)).toEqual([new Date('2026-04-13T13:58:00Z')]);
  });

  it('goes back to three that count, behind a whole week that is not released yet', async () => {
    const store = await openStore();
    await storeDays(store, '2026-03-02', 12);
    const fed = aSourceDescription({ schedule: FED_SCHEDULE });
    // The week from 9 March is released on Monday the 16th.
    const now = '2026-03-13T18:00:00Z';
    const read = await readFixings(store, fed, now);
    expect(daysOf(read)).toEqual(['03-13', '03-12', '03-11', '03-10', '03-09', '03-08', '03-07', '03-06']);
    expect(read.publications.filter(({ countsFrom }) => countsFrom <= new Date(now))).toHaveLength(3);
    expect(read.completeUntil).toBeUndefined();
  });

  it('is read some publications ahead of the clock, and again before they run out', async () => {
    const store = await openStore();
    await storeDays(store, '2026-03-02', 20);
    const read = await readFixings(store, ECB, '2026-03-05T18:00:00Z');
    expect(daysOf(read)).toEqual(['03-10', '03-09', '03-08', '03-07', '03-06', '03-05', '03-04', '03-03']);
    expect(read.completeUntil).toEqual(new Date('2026-03-11T12:00:00Z'));
    expect(isRunningOut(read, new Date('2026-03-08T11:59:59Z'))).toBe(false);
    expect(isRunningOut(read, new Date('2026-03-08T12:00:00Z'))).toBe(true);
    const last = await readFixings(store, ECB, '2026-03-20T18:00:00Z');
    expect(isRunningOut(last, new Date('2026-04-01T00:00:00Z'))).toBe(false);
  });
});

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  return store;
}

/** A figure of so many days in a row, weekends included. */
async function storeDays(store: Store, first: string, count: number): Promise<void> {
  const days = Array.from({ length: count }, (_, index) => addDays(aDay(first), index));
  const figures = Object.fromEntries(days.map((day, index) => [day, { 'EUR/USD': 1 + index / 100 }]));
  await storeFixings(store, aFixingBatch(figures, { fetchedAtMs: YEARS_LATER }));
}

async function readFixings(store: Store, description: typeof ECB, now: string): Promise<StoredFixings> {
  const read = await readStoredSource(store, description, new Date(now));
  if (!('publications' in read)) throw new Error('A publisher has publications.');
  return read;
}

function daysOf({ publications }: StoredFixings): readonly string[] {
  return publications.map(({ observedAt }) => observedAt.toISOString().slice(5, 10));
}
