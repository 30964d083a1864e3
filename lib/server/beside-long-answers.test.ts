import { expect, it } from 'vitest';
import { besideLongAnswers } from '#lib/testing/suites/beside-long-answers';

it('keeps rates quick, and what another key asks, beside bursts of whole histories by two keys, and answers all', async () => {
  const seen = await besideLongAnswers({ callers: 2, burst: 30, perSecond: 200, seconds: 4 });
  expect(seen.wrong).toBe(0);
  // On the thread that answers, thirty histories would hold up everybody for thirty times as long. Other work of the machine
  // may slow one half of the comparison down, hence the room.
  expect(seen.besideP99Ms).toBeLessThan(Math.max(10 * seen.historyMs, 3 * seen.aloneP99Ms));
  // Another key waits for an answer or two of the bursts, and a table of rates for none of their turns.
  for (const others of [seen.tables, seen.histories]) {
    expect(others.wrong).toBe(0);
    expect(others.slowestMs).toBeLessThan(Math.max(10 * seen.historyMs, 1000));
  }
  expect(Math.min(...seen.got)).toBeGreaterThanOrEqual(10);
  for (const [caller, got] of seen.got.entries()) expect(got + (seen.refused[caller] ?? 0)).toBe(30);
}, 240_000);
