import { expect, it } from 'vitest';
import { besideLongAnswers } from '#lib/testing/beside-long-answers';

it('keeps rates quick beside bursts of whole histories by two keys, and answers both of them', async () => {
  const seen = await besideLongAnswers({ callers: 2, burst: 30, perSecond: 200, seconds: 4 });
  expect(seen.wrong).toBe(0);
  // On the thread that answers, thirty histories would hold up everybody for thirty times as long. Other work of the machine
  // may slow one half of the comparison down, hence the room.
  expect(seen.besideP99Ms).toBeLessThan(Math.max(10 * seen.historyMs, 3 * seen.aloneP99Ms));
  expect(Math.min(...seen.got)).toBeGreaterThanOrEqual(10);
  for (const [caller, got] of seen.got.entries()) expect(got + (seen.refused[caller] ?? 0)).toBe(30);
}, 240_000);
