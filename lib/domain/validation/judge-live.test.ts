import { describe, expect, it } from 'vitest';

import { aDay, anObservation } from '#lib/testing/builders/builders';
import { aLiveContext, aLiveDesk, fixing, MONDAY, outcome, poll } from '#lib/testing/worlds/live-desk';

import { addDays, startOfDay } from '#lib/domain/iso-day';
import { judgeLive } from './judge-live.ts';
import type { LiveContext } from './live-judgement.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';
import { createKindOf } from '#lib/domain/currencies/rate-kind';

describe('a live fixing', () => {
  it.each([
    ['jump', { rate: 1.1684 * Math.exp(0.0999) }, { rate: 1.1684 * Math.exp(0.1001) }],
    ['unit_scale', { rate: 1.1684 * 1.01 }, { rate: 116.84 }],
  ])('is held as %s only beyond the limit', (rule, conforming, violating) => {
    expect(outcome(poll([fixing('2026-04-14', conforming.rate)]))).toEqual(['accepted']);
    const judged = poll([fixing('2026-04-14', violating.rate)]);
    expect([outcome(judged), judged.held.map((figure) => figure.rule)]).toEqual([['held'], [rule]]);
  });

  it('is refused when it is inverted, and says so', () => {
    const figure = fixing('2026-04-14', 1 / 183.2, 'JPY');
    const judged = poll([figure], { last: 183 });
    expect(outcome(judged)).toEqual(['rejected inverted_quote']);
    expect(judged.rejected[0]?.detail).toBe(`2026-04-14T00:00:00.000Z EUR/JPY "${1 / 183.2}" against 183`);
    expect(judged.isInverted).toBe(true);
  });

  it('is held as a jump, not refused, when inverted but too near 1 to tell', () => {
    const judged = poll([fixing('2026-04-14', 1 / 1.1684)]);
    expect([outcome(judged), judged.held[0]?.rule, judged.isInverted]).toEqual([['held'], 'jump', false]);
  });

  it('is compared with the other sources’ median where there is one', () => {
    expect(outcome(poll([fixing('2026-04-14', 1.17)], { others: [117, 117.2, 116.9] }))).toEqual(['held']);
    expect(outcome(poll([fixing('2026-04-14', 117)], { last: null, others: [1.17] }))).toEqual(['held']);
    expect(outcome(poll([fixing('2026-04-14', 0.0055)], { last: null, others: [182.1] }))).toEqual([
      'rejected inverted_quote',
    ]);
  });

  it('is served but flagged when four other sources are elsewhere', () => {
    const others = [1.1, 1.101, 1.099, 1.1];
    expect(outcome(poll([fixing('2026-04-14', 1.1684)], { others }))).toEqual([
      'accepted',
      'flagged disagrees',
    ]);
    expect(outcome(poll([fixing('2026-04-14', 1.1684)], { others: others.slice(1) }))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-04-14', 1.15)], { others }))).toEqual(['accepted']);
  });

  it('has a limit that grows with the publication days between', () => {
    expect(outcome(poll([fixing('2026-04-17', 1.1684 * Math.exp(0.1999))]))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-04-17', 1.1684 * Math.exp(0.2001))]))).toEqual(['held']);
  });

  it('keeps the good figures of a poll beside the bad ones', () => {
    const judged = poll([
      fixing('2026-04-14', 1.17),
      fixing('2026-04-14', 11.7, 'CHF'),
      fixing('2026-04-14', 1.2, 'AUD'),
    ]);
    expect(judged.accepted.map(({ quote }) => quote)).toEqual(['USD', 'AUD']);
    expect(judged.held.map(({ quote }) => quote)).toEqual(['CHF']);
  });
});

describe('the first figure of a pair', () => {
  it.each([
    ['ten times too large', 11.7, [1.17]],
    ['upside down', 1 / 1.17, [1.17]],
    ['another currency’s', 183.46, [1.17, 1.16]],
  ])('is held when it is %s', (_name, rate, others) => {
    const first = fixing('2026-04-14', rate);
    expect(outcome(poll([first], { last: null, others }))).toEqual(['held']);
    const history = ['2026-04-10', '2026-04-13'].map((day) => fixing(day, rate));
    const judged = poll([...history, first], { last: null, others });
    expect([judged.accepted, judged.held.length, judged.rejected.length]).toEqual([[], 1, 2]);
  });

  it('is served where the others say the same, or there are none', () => {
    for (const others of [[], [1.1], [1.17, 1.2, 1.16]]) {
      expect(outcome(poll([fixing('2026-04-14', 1.17)], { last: null, others }))).toEqual(['accepted']);
    }
    const desk = aLiveDesk();
    expect(outcome(desk.poll([fixing('2026-04-14', 1.17)], () => [11.7]))).toEqual(['held']);
    expect(outcome(desk.poll([fixing('2026-04-15', 1.17)], () => [1.171]))).toContain('accepted');
    expect(desk.held()).toEqual([]);
  });
});

describe('a held figure', () => {
  it('is released with the second poll that repeats it, when two other sources agree', () => {
    const others = [1.52, 1.54, 1.5];
    const desk = aDesk();
    expect(outcome(desk.poll([fixing('2026-04-14', 1.5189)], () => others))).toEqual(['held']);
    expect(outcome(desk.poll([fixing('2026-04-14', 1.5189)], () => others))).toEqual(['held']);
    const third = desk.poll([fixing('2026-04-14', 1.5189)], () => others);
    expect(outcome(third)).toEqual(['accepted', 'released']);
    expect(third.accepted).toEqual([fixing('2026-04-14', 1.5189)]);
    expect(desk.held()).toEqual([]);
  });

  it('is released as the very row of the poll that states it', () => {
    const rows = [fixing('2026-04-14', 1.5189)];
    const desk = aDesk();
    desk.poll(rows);
    desk.poll(rows);
    expect(desk.poll(rows, () => [1.52, 1.54]).accepted[0]).toBe(rows[0]);
  });

  it('is released with all days of its level', () => {
    const others = [1.55, 1.56];
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.5189)]);
    desk.poll([fixing('2026-04-15', 1.55)]);
    desk.poll([fixing('2026-04-15', 1.55)]);
    const judged = desk.poll([fixing('2026-04-15', 1.55)], () => others);
    expect(judged.accepted.map(({ rate }) => rate)).toEqual([1.5189, 1.55]);
    expect(desk.held()).toEqual([]);
  });

  it.each([
    ['only one other source agrees', 1.5189, [1.52, 1.17]],
    ['the others are more than 5 % away', 1.5189, [1.6, 1.6, 1.6]],
    ['no other source has the pair', 1.5189, []],
  ])('is kept as long as %s', (_name, rate, others) => {
    const desk = aDesk();
    for (let count = 1; count <= 20; count += 1) {
      expect(outcome(desk.poll([fixing('2026-04-14', rate)], () => others))).toEqual(['held']);
      expect(desk.held()[0]).toMatchObject({ polls: count, repetitions: count - 1, rule: 'jump' });
    }
  });

  it('begins to be repeated anew when it moves by more than 1 %', () => {
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.5)]);
    desk.poll([fixing('2026-04-14', 1.5)]);
    desk.poll([fixing('2026-04-15', 1.52)]);
    expect(desk.held().map(({ polls, repetitions }) => [polls, repetitions])).toEqual([
      [2, 1],
      [3, 0],
    ]);
  });
});

describe('a held figure that nobody confirms', () => {
  it('is dropped when the source goes back on it, and never served', () => {
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.5189)]);
    const judged = desk.poll([fixing('2026-04-15', 1.17)]);
    expect(outcome(judged)).toEqual(['accepted', 'dropped']);
    expect([judged.accepted.map(({ rate }) => rate), desk.held()]).toEqual([[1.17], []]);
  });

  it('is dropped when its publisher corrects the day', () => {
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.7)]);
    expect(outcome(desk.poll([fixing('2026-04-14', 1.17)]))).toEqual(['accepted', 'dropped']);
  });

  it('stays when an older copy of the document comes again', () => {
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.5189)]);
    expect(outcome(desk.poll([fixing(MONDAY, 1.1684)]))).toEqual(['accepted', 'held']);
  });

  it('is served with the third publication of its level, and with no repetition of the same one', () => {
    const desk = aDesk();
    for (let times = 0; times < 9; times += 1) {
      expect(outcome(desk.poll([fixing('2026-04-14', 1.5189)]))).toEqual(['held']);
    }
    expect(outcome(desk.poll([fixing('2026-04-15', 1.53)]))).toEqual(['held', 'held']);
    const third = desk.poll([fixing('2026-04-16', 1.5)]);
    expect(third.accepted.map(({ rate }) => rate)).toEqual([1.5189, 1.53, 1.5]);
    expect([outcome(third).slice(3), desk.held()]).toEqual([['released', 'released', 'released'], []]);
  });

  it('waits, however many publications follow, while another source denies one of them', () => {
    const desk = aDesk({ isDenied: true });
    for (const day of ['2026-04-14', '2026-04-15', '2026-04-16', '2026-04-17']) {
      expect(desk.poll([fixing(day, 1.5189)]).accepted).toEqual([]);
    }
  });

  it.each([100.3, 6])('is not let through by waiting, however long, at %d times the rate', (factor) => {
    const desk = aDesk();
    for (let day = aDay('2026-04-14'); day < '2026-09-01'; day = addDays(day, 1)) {
      expect(desk.poll([fixing(day, 1.1684 * factor)]).accepted).toEqual([]);
      expect(desk.poll([fixing(day, 1.1684 * factor * 1.03)]).accepted).toEqual([]);
    }
  });

  it('is not let through because the source’s own last figure is years old', () => {
    const desk = aLiveDesk([fixing('2012-04-13', 1.1684)]);
    expect(outcome(desk.poll([fixing('2026-04-14', 117)], () => [1.17]))).toEqual(['held']);
    expect(outcome(desk.poll([fixing('2026-04-15', 120)]))).toEqual(['held', 'held']);
  });

  it('waits for the operator when the series drifts from it into the limit', () => {
    const desk = aDesk();
    desk.poll([fixing('2026-04-14', 1.1684 * 0.856)]);
    expect(outcome(desk.poll([fixing('2026-04-15', 1.1684 * 0.91)]))).toEqual(['accepted', 'held']);
    expect(outcome(desk.poll([fixing('2026-04-16', 1.1684 * 0.92)]))).toEqual(['accepted', 'held']);
    expect(desk.held().map(({ rate }) => rate)).toEqual([1.1684 * 0.856]);
    expect(outcome(desk.poll([fixing('2026-04-14', 1.1684 * 0.856)]))).toEqual(['held']);
    expect(outcome(desk.poll([fixing('2026-04-14', 1.1684 * 0.99)]))).toEqual(['accepted', 'dropped']);
  });
});

describe('a document of many days', () => {
  const week = ['2026-04-07', '2026-04-08', '2026-04-09', '2026-04-10'].map((day) => fixing(day, 1.16));

  it('brings history that passes, corrections included', () => {
    const judged = poll([
      ...week,
      fixing('2026-04-09', 1.3, 'CHF'),
      fixing(MONDAY, 1.1684),
      fixing('2026-04-14', 1.17),
    ]);
    expect([judged.accepted.length, judged.held.length, judged.rejected.length]).toEqual([7, 0, 0]);
  });

  it('brings no single older figure in another unit', () => {
    const judged = poll([...week, fixing('2026-04-06', 116.1), fixing('2026-04-14', 1.17)]);
    expect([judged.accepted.length, judged.rejected.map(({ rule }) => rule)]).toEqual([5, ['unit_scale']]);
  });

  it.each([
    ['in another unit', (rate: number) => rate * 100, 'unit_scale'],
    ['at another level', (rate: number) => rate * 7, 'jump'],
  ])('brings nothing of a pair that is %s throughout', (_name, change, rule) => {
    const judged = poll(
      [...week, fixing('2026-04-14', 1.17)].map((row) => ({ ...row, rate: change(row.rate) })),
    );
    expect([judged.accepted, judged.held.map((figure) => figure.rule)]).toEqual([[], [rule]]);
    expect(judged.rejected.map((rejection) => rejection.rule)).toEqual(Array(4).fill(rule));
  });

  it('keeps the history of a pair whose newest figure alone is doubted', () => {
    const judged = poll([...week, fixing('2026-04-14', 1.9)]);
    expect([judged.accepted.length, judged.held.length]).toEqual([4, 1]);
  });

  it('judges only the newest day when nothing is stored, against the days before it', () => {
    const turn = [fixing('2026-04-01', 2.4), fixing('2026-04-02', 2.4)];
    const first = poll([...turn, ...week, fixing('2026-04-14', 1.17)], { last: null });
    expect([first.accepted.length, first.held.length]).toEqual([7, 0]);
    const second = poll([...turn, ...week, fixing('2026-04-14', 1.9)], { last: null });
    expect([second.accepted.length, second.held.length]).toEqual([6, 1]);
  });

  it('holds every day from a jump on, and counts the poll once', () => {
    const rows = [fixing('2026-04-14', 1.17), fixing('2026-04-15', 1.6), fixing('2026-04-16', 1.6)];
    const desk = aDesk();
    expect(outcome(desk.poll(rows))).toEqual(['accepted', 'held', 'held']);
    expect(desk.held().map(({ polls }) => polls)).toEqual([1, 1]);
    desk.poll(rows.slice(1));
    const judged = desk.poll(rows.slice(1), () => [1.6, 1.61]);
    expect(judged.accepted.map(({ rate }) => rate)).toEqual([1.6, 1.6]);
  });

  it('compares only the newest day with the other sources, whose figures are of that day', () => {
    const rows = [fixing('2026-04-14', 1.17), fixing('2026-04-15', 1.17)];
    expect(outcome(poll(rows, { others: [117, 117.1] }))).toEqual(['accepted', 'held']);
  });

  it('takes a move that ten newer days confirm for history', () => {
    const days = publicationDays('2026-04-14', 14);
    const rows = days.map((day, index) => fixing(day, index === 0 ? 1.17 : 1.6));
    expect(poll(rows).held).toEqual([]);
    expect(poll(rows.slice(0, 9)).held.length).toBe(8);
  });
});

describe('a live quote', () => {
  it.each([
    ['crypto', 'BTC', 'USD', 0.1999, 0.2001, 20],
    ['crypto, nine minutes', 'BTC', 'USD', 0.5999, 0.6001, 540],
    ['major', 'EUR', 'USD', 0.0999, 0.1001, 300],
    ['other', 'USD', 'TRY', 0.2499, 0.2501, 300],
    ['peg', 'USD', 'AED', 0.0099, 0.0101, 300],
  ])('of a %s pair has its own limit', (_name, base, quote, conforming, violating, seconds) => {
    const rates = [conforming, violating].map((move) => 2 * Math.exp(move));
    const outcomes = rates.map((rate) => outcome(tickPoll({ base, quote, rate }, seconds)));
    expect(outcomes).toEqual([['accepted'], ['held']]);
  });

  it('takes the place of the held quote before it', () => {
    const desk = aDesk({ cadence: 'tick' });
    desk.poll([fixing('2026-04-14', 1.5)]);
    desk.poll([fixing('2026-04-15', 1.501)]);
    expect(desk.held().map(({ rate, polls, repetitions }) => [rate, polls, repetitions])).toEqual([
      [1.501, 2, 1],
    ]);
  });
});

function tickPoll(figure: Partial<Observation>, seconds: number) {
  const lastAt = startOfDay(aDay(MONDAY));
  const tick = anObservation({ ...figure, observedAt: new Date(lastAt.getTime() + seconds * 1000) });
  const aed = { base: 'USD', quote: 'AED', rate: '3.6725', anchor: 'USD', act: 'a test' };
  const kindOf = createKindOf([{ ...aed, firstDay: aDay('1997-11-02'), lastDay: null }]);
  const lastAccepted = () => ({ rate: 2, observedAt: lastAt });
  return judgeLive([tick], aLiveContext({ cadence: 'tick', kindOf, lastAccepted }));
}

/** A source whose last figure is 1.1684 of Monday. */
function aDesk(part: Partial<LiveContext> = {}) {
  return aLiveDesk([fixing(MONDAY, 1.1684)], part);
}

function publicationDays(from: string, count: number): readonly string[] {
  const days: string[] = [];
  for (let day = aDay(from); days.length < count; day = addDays(day, 1)) if (isTargetDay(day)) days.push(day);
  return days;
}
