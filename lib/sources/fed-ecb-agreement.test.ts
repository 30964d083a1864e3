import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { createSource as ecb } from './ecb/source.ts';
import { createSource as fed } from './fed/source.ts';
import type { FixingSource } from './source.ts';

const reason = recordedBodiesMissing('fed');
const comparisons = compareBanks();

/** Noon in New York is 16:00 to 17:00 in London, hours after the ECB's 14:10 in Frankfurt: on one date the market has moved. */
const ORDINARY = 0.015;
const RARE = 0.03;
/** From the fall of Lehman Brothers to the end of May 2009 a currency moved by that much within hours. */
const CRISIS = { from: '2008-09-15', to: '2009-05-31' };

const SEOUL =
  'the year’s last days in Seoul: the Fed has the rate of the market there, closed on the 31st, the ECB the one outside, where both are on 2 January';

/** Every day on which the banks differ by more than RARE, and why; `moved`: the market did between their hours. */
const EXPLAINED: readonly (readonly [string, string])[] = [
  ['2000-01-28 AUD/USD', 'moved'],
  [
    '2000-11-28 USD/DKK',
    'misprint at the Fed: 8.278 for 8.728, which is 7.46 kroner per euro as on every day',
  ],
  ['2001-11-29 USD/ZAR', 'moved'],
  ['2002-12-17 USD/ZAR', 'moved'],
  ['2003-12-19 USD/ZAR', 'moved'],
  ['2004-03-05 USD/ZAR', 'moved'],
  ['2004-05-07 USD/ZAR', 'moved'],
  ['2004-08-12 USD/ZAR', 'moved'],
  ['2008-09-17 USD/BRL', 'moved'],
  ['2008-10-06 AUD/USD', 'moved'],
  ['2008-10-06 NZD/USD', 'moved'],
  ['2008-10-06 USD/MXN', 'moved'],
  ['2008-10-10 USD/MXN', 'moved'],
  ['2008-10-14 USD/MXN', 'moved'],
  ['2008-10-15 USD/BRL', 'moved'],
  ['2008-10-23 USD/BRL', 'moved'],
  ['2008-10-23 USD/MXN', 'moved'],
  ['2008-10-23 USD/ZAR', 'moved'],
  ['2008-11-24 USD/CAD', 'moved'],
  ['2008-12-11 USD/BRL', 'suspected misprint at the Fed: 2.2905 where 2.3905 would fit the days around it'],
  ['2008-12-30 USD/KRW', SEOUL],
  ['2008-12-31 USD/KRW', SEOUL],
  ['2009-05-04 USD/MXN', 'moved'],
];

describe('the Fed’s figures beside the ECB’s of the same date', () => {
  it('are compared on every shared day: 73,671 figures of 20 currencies since 1999', ({ skip }) => {
    skip(comparisons === null, reason);
    const all = comparisons ?? [];
    expect(all.length).toBe(73_671);
    expect(new Set(all.map(({ pair }) => pair)).size).toBe(20);
    expect(all.reduce((least, { day }) => (day < least ? day : least), '9999')).toBe('1999-01-04');
  });

  it('agree on the euro in dollars within 1.5 % on 99.5 % of the days, and within 3 % on all', ({ skip }) => {
    skip(comparisons === null, reason);
    const euro = (comparisons ?? []).filter(({ pair }) => pair.includes('EUR'));
    expect(euro.length).toBeGreaterThan(4_000);
    expect(shareWithin(euro, ORDINARY), worst(euro)).toBeGreaterThan(0.995);
    expect(shareWithin(euro, RARE), worst(euro)).toBe(1);
  });

  it('agree within 1.5 % in 99.5 % of the cases outside the crisis of 2008, and in 99.3 % with it', ({
    skip,
  }) => {
    skip(comparisons === null, reason);
    const all = comparisons ?? [];
    const quiet = all.filter(({ day }) => day < CRISIS.from || day > CRISIS.to);
    expect(shareWithin(quiet, ORDINARY), worst(quiet)).toBeGreaterThan(0.995);
    expect(shareWithin(all, ORDINARY), worst(all)).toBeGreaterThan(0.993);
  });

  it('agree within 3 % on all days but 23, which are named', ({ skip }) => {
    skip(comparisons === null, reason);
    const all = comparisons ?? [];
    const beyond = all.filter(({ difference }) => difference > RARE).map(nameOf);
    expect(beyond.toSorted(), worst(all)).toEqual(EXPLAINED.map(([name]) => name));
  });

  it('differ on 19 of those days because the market moved: the ECB’s next fixing has followed the Fed’s figure', ({
    skip,
  }) => {
    skip(comparisons === null, reason);
    const named = new Map((comparisons ?? []).map((comparison) => [nameOf(comparison), comparison]));
    const followed = EXPLAINED.filter(([name]) => hasFollowed(named.get(name))).map(([name]) => name);
    expect(followed).toEqual(EXPLAINED.filter(([, cause]) => cause === 'moved').map(([name]) => name));
    expect(followed.length).toBe(19);
  });

  it('are nowhere inverted or of another scale', ({ skip }) => {
    skip(comparisons === null, reason);
    const all = comparisons ?? [];
    expect(all.filter(({ difference }) => difference > 0.1).map(nameOf), worst(all)).toEqual([]);
  });
});

interface Comparison {
  readonly day: string;
  readonly pair: string;
  readonly fed: number;
  /** The same pair through the ECB's euro legs, of that date and of the ECB's next one. */
  readonly ecb: number;
  readonly ecbNext: number | null;
  /** Relative to the ECB's. */
  readonly difference: number;
}

/** Every Fed figure of a day and pair that the ECB has too, once; null on a machine without recorded bodies. */
function compareBanks(): readonly Comparison[] | null {
  const fedFigures = readFigures(fed(), (name) => !name.startsWith('derived-') && !name.includes('monthly'));
  const ecbFigures = readFigures(ecb(), (name) => name === 'eurofxref-hist.zip');
  if (fedFigures === null || ecbFigures === null) return null;
  const days = [...ecbFigures.keys()].toSorted();
  const nextDays = new Map(days.map((day, index) => [day, days[index + 1] ?? '']));
  const found: Comparison[] = [];
  for (const [day, pairs] of fedFigures) {
    for (const [pair, rate] of pairs) {
      const cross = crossOf(ecbFigures.get(day), pair);
      if (cross === null) continue;
      const ecbNext = crossOf(ecbFigures.get(nextDays.get(day) ?? ''), pair);
      found.push({ day, pair, fed: rate, ecb: cross, ecbNext, difference: Math.abs(rate / cross - 1) });
    }
  }
  return found;
}

type FiguresByDay = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Rates by pair by day. */
function readFigures(source: FixingSource, isWanted: (name: string) => boolean): FiguresByDay | null {
  const bodies = readRecordedBodies(source.id);
  if (bodies === null) return null;
  const days = new Map<string, Map<string, number>>();
  for (const { name, body } of bodies.filter((recorded) => isWanted(recorded.name))) {
    const rows = source.parse({ url: `file:${name}`, body, fetchedAt: new Date('2026-11-20T12:00:00Z') });
    if (!rows.ok) throw new Error(`${name}: ${rows.error.sentence}`);
    for (const { base, quote, rate, observedOn } of rows.value.figures) {
      const pairs = days.get(observedOn) ?? new Map<string, number>();
      pairs.set(`${base}/${quote}`, Number(rate));
      days.set(observedOn, pairs);
    }
  }
  return days;
}

/** One unit of the pair's base in its quote, through the euro. */
function crossOf(euroRates: ReadonlyMap<string, number> | undefined, pair: string): number | null {
  const [base = '', quote = ''] = pair.split('/');
  const perEuro = (code: string) => (code === 'EUR' ? 1 : euroRates?.get(`EUR/${code}`));
  const [baseRate, quoteRate] = [perEuro(base), perEuro(quote)];
  return baseRate === undefined || quoteRate === undefined ? null : quoteRate / baseRate;
}

/** Whether the Fed's figure lies between the ECB's of the day and its next one, or the next one has halved the gap. */
function hasFollowed(comparison: Comparison | undefined): boolean {
  if (comparison === undefined || comparison.ecbNext === null) return false;
  const gap = comparison.fed - comparison.ecb;
  const nextGap = comparison.fed - comparison.ecbNext;
  return gap * nextGap < 0 || Math.abs(nextGap) < Math.abs(gap) / 2;
}

function shareWithin(all: readonly Comparison[], limit: number): number {
  return all.filter(({ difference }) => difference <= limit).length / all.length;
}

function nameOf({ day, pair }: Comparison): string {
  return `${day} ${pair}`;
}

/** What a failure shows: the counts, and the ten worst by date. */
function worst(all: readonly Comparison[]): string {
  const beyond = (limit: number) => all.filter(({ difference }) => difference > limit).length;
  const ten = all
    .toSorted((a, b) => b.difference - a.difference)
    .slice(0, 10)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map(
      (one) =>
        `${nameOf(one)} fed ${one.fed} ecb ${one.ecb.toPrecision(6)} ${(one.difference * 100).toFixed(2)} %`,
    );
  const counts = `${all.length} compared, ${beyond(ORDINARY)} beyond 1.5 %, ${beyond(RARE)} beyond 3 %`;
  return `${counts}; the ten worst:\n${ten.join('\n')}\n`;
}
