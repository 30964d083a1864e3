import { describe, expect, it } from 'vitest';

import { aDay, anObservation } from '#lib/testing/builders/builders';
import { aLiveContext, aLiveDesk } from '#lib/testing/worlds/live-desk';

import { newestDoubt, pastDoubt } from './document-doubt.ts';
import { addDays, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { judgeLive } from './judge-live.ts';
import type { AcceptedFigure, LiveContext } from './live-judgement.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';

/** Ten publication days up to Monday, 2026-04-13, the newest that is stored. */
const DAYS = publicationDays('2026-03-27', 10);
const NEWEST = DAYS.at(-1) ?? '';

describe('a past figure', () => {
  it('that is stored passes, however far it stands out', () => {
    const stored = withRate(4, 11.7);
    expect(judge(stored, stored)).toMatchObject({ held: [], rejected: [], revisions: [] });
  });

  it('that replaces a stored one is a revision, and a large one beyond what its kind moves', () => {
    const judged = judge(withRate(3, 1.18, withRate(4, 1.3)), sound());
    expect(judged.revisions.map(({ storedRate, isLarge }) => [storedRate, isLarge])).toEqual([
      [1.17, true],
      [1.17, false],
    ]);
    expect(judged.accepted.length).toBe(DAYS.length);
  });

  it.each([
    ['in another unit', 117, 'unit_scale'],
    ['upside down', 1 / 183, 'inverted_quote'],
  ])('%s is refused by name, and what is stored stays', (_name, rate, rule) => {
    const level = rule === 'inverted_quote' ? 183 : 1.17;
    const judged = judge(withRate(4, rate, sound(level)), sound(level));
    expect([judged.rejected.map((one) => one.rule), judged.accepted.length]).toEqual([
      [rule],
      DAYS.length - 1,
    ]);
  });

  it.each([
    ['with its neighbours in the document', []],
    ['with its neighbours in the store', sound().filter((_, index) => index !== 4)],
  ])('that stands out alone, %s, is held', (_name, stored) => {
    const rows = stored.length === 0 ? withRate(4, 11.7) : withRate(4, 11.7).slice(4, 5);
    const judged = judge(rows, stored);
    expect(judged.held.map(({ rate, rule }) => [rate, rule])).toEqual([[11.7, 'jump']]);
    expect(judged.accepted.map(({ rate }) => rate)).not.toContain(11.7);
  });

  it('that mends a stored one which stands out is no revision', () => {
    const judged = judge(sound(), withRate(4, 11.7));
    expect([judged.accepted.length, judged.revisions, judged.held]).toEqual([DAYS.length, [], []]);
  });

  it('that takes back a few days that were 4 % off is no revision, however many they are', () => {
    const lied = sound().map((row, index) => ({ ...row, rate: index > 3 && index < 7 ? 1.2168 : 1.17 }));
    expect(judge(sound(), lied)).toMatchObject({ revisions: [], held: [] });
    expect(judge(lied, sound()).revisions).toHaveLength(3);
  });

  it('at a new level that lasts is no spike', () => {
    const shifted = sound().map((row, index) => ({ ...row, rate: index < 5 ? 1.17 : 1.6 }));
    expect(judge(shifted, []).held).toEqual([]);
  });
});

describe('a bad stored figure', () => {
  const bad = { rate: 11.7, observedAt: startOfDay(aDay(NEWEST)) };
  const before = { rate: 1.17, observedAt: startOfDay(aDay(DAYS.at(-2) ?? '')) };
  const next = fixing('2026-04-14', 1.171);

  it('that left its own level does not lock the truth out', () => {
    expect(withLast(next, bad, before).accepted).toEqual([next]);
  });

  it('in another unit does not, where one other source says the truth', () => {
    const last = { ...bad, rate: 117 };
    const earlier = { ...before, rate: 116.9 };
    expect(withLast(next, last, earlier, { others: () => [1.172] }).accepted).toEqual([next]);
    expect(withLast(next, last, earlier).accepted).toEqual([]);
  });

  it('is no mistake when it was released', () => {
    const judged = withLast(next, bad, before, { wasReleased: () => true });
    expect([judged.accepted, judged.held.length]).toEqual([[], 1]);
  });
});

describe('a bank of twenty pairs', () => {
  const stored = pairsOn(DAYS.at(-1) ?? '', 1.17);
  const before = pairsOn(DAYS.at(-2) ?? '', 1.171);

  it.each([
    ['where the other sources say so', [1.17, 1.1712]],
    ['where no other source has them', []],
  ])('corrects a newest day that was 4 % off, %s', (_name, others) => {
    const judged = pollOf(
      pairsOn(DAYS.at(-1) ?? '', 1.17),
      pairsOn(DAYS.at(-1) ?? '', 1.2168),
      before,
      others,
    );
    expect([judged.accepted.length, pastDoubt(judged), newestDoubt(newestOf(judged))]).toEqual([
      20,
      null,
      null,
    ]);
  });

  it('that states the figures of another day as its newest is doubted', () => {
    const judged = pollOf(pairsOn(DAYS.at(-1) ?? '', 1.176), stored, before, [1.1765, 1.175]);
    expect(pastDoubt(judged)?.rule).toBe('many_revisions');
  });

  it.each([
    [0, [], 'common_factor'],
    [1, [1.172], 'contradicted'],
    [2, [1.172, 1.17], 'contradicted'],
  ] as const)(
    'that goes 10 %% further with each of two new days is doubted beside %d others',
    (_n, others, rule) => {
      const rows = [...pairsOn('2026-04-14', 1.17 * 1.099), ...pairsOn('2026-04-15', 1.17 * 1.099 ** 2)];
      const judged = pollOf(rows, stored, before, others);
      expect(newestDoubt(newestOf(judged))?.rule).toBe(rule);
    },
  );
});

describe('a document of history', () => {
  it('holds a newest figure that jumps, and neither counts nor releases what polls hold', () => {
    const desk = aLiveDesk([fixing(NEWEST, 1.17)], { isPoll: false });
    for (let load = 1; load <= 5; load += 1) {
      expect(desk.poll([fixing('2026-04-14', 1.6)], () => [1.6, 1.61]).accepted).toEqual([]);
      expect(desk.held()).toMatchObject([{ rate: 1.6, polls: 1, repetitions: 0 }]);
    }
  });
});

describe('a live quote', () => {
  const at = (seconds: number) => new Date(startOfDay(aDay(NEWEST)).getTime() + seconds * 1000);

  it('that walks 9 % with every poll is held once the minute is beyond its limit', () => {
    const earlier: AcceptedFigure[] = [{ rate: 100, observedAt: at(0) }];
    const served: number[] = [];
    for (let poll = 1; poll <= 6; poll += 1) {
      const row = anObservation({
        base: 'BTC',
        quote: 'USD',
        rate: 100 * 1.09 ** poll,
        observedAt: at(20 * poll),
      });
      const last = earlier[0] ?? null;
      const context = { cadence: 'tick', lastAccepted: () => last, earlier: () => earlier } as const;
      const judged = judgeLive([row], aLiveContext(context));
      for (const { rate, observedAt } of judged.accepted) {
        served.push(rate);
        earlier.unshift({ rate, observedAt });
      }
    }
    expect(served.length).toBe(2);
  });
});

/** The same figure for twenty quote currencies on one day. */
function pairsOn(day: string, rate: number): readonly Observation[] {
  return Array.from({ length: 20 }, (_, index) => ({ ...fixing(day, rate), quote: `Q${index}` }));
}

function pollOf(
  rows: readonly Observation[],
  stored: readonly Observation[],
  before: readonly Observation[],
  others: readonly number[],
) {
  const of = (figures: readonly Observation[]) => (_base: string, quote: string) =>
    figures.find((figure) => figure.quote === quote) ?? null;
  const figures = [before, stored];
  return judgeLive(
    rows,
    aLiveContext({
      lastAccepted: of(stored),
      beforeLast: of(before),
      others: () => others,
      stored: () => ({
        instantsMs: figures.map(([first]) => first?.observedAt.getTime() ?? 0),
        rates: figures.map(([first]) => first?.rate ?? 0),
      }),
    }),
  );
}

function newestOf({ doubtedNewest, newestMoves }: ReturnType<typeof judgeLive>) {
  return { newestPairs: 20, doubtedNewest, newestMoves, isAlwaysOpen: false };
}

function judge(rows: readonly Observation[], stored: readonly Observation[]) {
  const newest = stored.at(-1) ?? null;
  return judgeLive(
    rows,
    aLiveContext({
      lastAccepted: () => newest,
      beforeLast: () => stored.at(-2) ?? null,
      stored: () => ({
        instantsMs: stored.map(({ observedAt }) => observedAt.getTime()),
        rates: stored.map(({ rate }) => rate),
      }),
    }),
  );
}

function withLast(
  row: Observation,
  last: AcceptedFigure,
  before: AcceptedFigure,
  part: Partial<LiveContext> = {},
) {
  return judgeLive([row], aLiveContext({ lastAccepted: () => last, beforeLast: () => before, ...part }));
}

function sound(rate = 1.17): readonly Observation[] {
  return DAYS.map((day) => fixing(day, rate));
}

/** The days with another figure at one place. */
function withRate(place: number, rate: number, rows = sound()): readonly Observation[] {
  return rows.map((row, index) => (index === place ? { ...row, rate } : row));
}

function fixing(day: string, rate: number): Observation {
  return anObservation({ quote: 'USD', rate, observedAt: startOfDay(aDay(day)) });
}

function publicationDays(from: string, count: number): readonly IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = aDay(from); days.length < count; day = addDays(day, 1)) if (isTargetDay(day)) days.push(day);
  return days;
}
