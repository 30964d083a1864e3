import { describe, expect, it } from 'vitest';

import { aLiveDesk, fixing, MONDAY, outcome, poll } from '#lib/testing/worlds/live-desk';

describe('a live fixing beside what is known of it', () => {
  it('keeps to what such a rate moves in a longer time after a gap of more than ten publication days', () => {
    expect(outcome(poll([fixing('2026-04-27', 9)]))).toEqual(['held']);
    for (const rate of [9, 11.684, 1.5 * 1.1684, 183.46]) {
      expect(outcome(poll([fixing('2026-04-28', rate)]))).toEqual(['held']);
      expect(outcome(poll([fixing('2026-10-28', 2 * rate)]))).toEqual(['held']);
    }
    expect(outcome(poll([fixing('2026-04-28', 1.1684 * Math.exp(0.29))]))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-10-28', 1.1684 * Math.exp(-0.46))]))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-04-28', 9)], { others: [1.17] }))).toEqual(['held']);
  });

  it('does not let the one before a doubted newest one be served in its place', () => {
    const days = ['2026-04-28', '2026-04-29', '2026-04-30'];
    const judged = poll(
      days.map((day) => fixing(day, 1.1684 * Math.exp(0.3))),
      { others: [1.17] },
    );
    expect(judged.accepted).toEqual([]);
  });

  it('is held when what others had within hours and its own last figure say that it did not move so far', () => {
    const swapped = fixing('2026-04-14', 1.1684 * 1.09);
    expect(outcome(poll([swapped], { beside: [1.1702] }))).toEqual(['held']);
    expect(outcome(poll([swapped], { others: [1.1702] }))).toEqual(['accepted']);
    // The others moved as well, or moved and this one did not, or it moved less than rates do.
    expect(outcome(poll([swapped], { beside: [1.25] }))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-04-14', 1.169)], { beside: [1.25] }))).toEqual(['accepted']);
    expect(outcome(poll([fixing('2026-04-14', 1.2)], { beside: [1.17] }))).toEqual(['accepted']);
  });

  it('stays held while the others contradict it, and gives way to the next one', () => {
    const desk = aLiveDesk([fixing(MONDAY, 1.1684)], { othersBeside: () => [1.1702] });
    for (let poll = 0; poll < 4; poll += 1) {
      expect(outcome(desk.poll([fixing('2026-04-14', 1.27)]))).toEqual(['held']);
    }
    expect(outcome(desk.poll([fixing('2026-04-15', 1.172)]))).toContain('accepted');
    expect(desk.held()).toEqual([]);
  });
});
