import { describe, expect, it } from 'vitest';
import { AskFailure } from './ask-failure.ts';
import { askIntervalMs, nextAskAtMs, retryMs, setbackOf } from './ask-interval.ts';

const well = { data: { isRepeated: false }, error: null, dataUpdatedAt: 1000, errorUpdatedAt: 0 };
const limited = {
  ...well,
  error: new AskFailure({ kind: 'limited', retryAfterMs: 14_000 }),
  errorUpdatedAt: 5000,
};

describe('askIntervalMs', () => {
  it('leaves alone what is well, also what is asked once only', () => {
    expect(askIntervalMs(well, 60_000)).toBe(60_000);
    expect(askIntervalMs(well, false)).toBe(false);
  });

  it('asks again when the service says, and soon where it says nothing, whatever is usual', () => {
    expect(askIntervalMs(limited, false)).toBe(14_000);
    expect(askIntervalMs({ ...well, error: new Error('cut off') }, false)).toBe(10_000);
    expect(askIntervalMs({ ...well, data: { isRepeated: true } }, false)).toBe(10_000);
    expect(askIntervalMs({ ...well, error: new AskFailure({ kind: 'refused' }) }, false)).toBe(60_000);
  });
});

describe('nextAskAtMs', () => {
  it('counts from the newest answer, or from the failure after it, though the server that drew the page has a clock ahead', () => {
    expect(nextAskAtMs(well)).toBe(61_000);
    expect(nextAskAtMs(well, 15_000)).toBe(16_000);
    const failed = { ...well, error: new AskFailure({ kind: 'unreachable' }), errorUpdatedAt: 6000 };
    expect(nextAskAtMs({ ...failed, dataUpdatedAt: 900_000 }, 15_000)).toBe(16_000);
  });
});

describe('retryMs', () => {
  it('is short where what was asked without a network failed after it had come back, and grows from there', () => {
    expect(retryMs(20_040, 20_000)).toBe(1000);
    expect(retryMs(23_000, 20_000)).toBe(3000);
    expect(retryMs(50_000, 20_000)).toBe(10_000);
  });

  it('is usual where the network never went, and where the clock was set back after it came', () => {
    expect(retryMs(20_000, 300_000)).toBe(10_000);
    expect(retryMs(15_000)).toBe(10_000);
  });
});

describe('setbackOf', () => {
  it('is that of the query which is asked next', () => {
    const failed = { ...well, error: new AskFailure({ kind: 'unreachable' }), errorUpdatedAt: 6000 };
    expect(setbackOf([well, limited, failed])).toEqual({
      trouble: { kind: 'unreachable' },
      nextAskAtMs: 16_000,
    });
    expect(setbackOf([well])).toBeNull();
  });
});
