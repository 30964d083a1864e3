import { describe, expect, it } from 'vitest';
import { loopDelayMs } from './service-health.ts';

describe('the delay of the event loop', () => {
  it('is what goes beyond the pause between two measurements, and never below 0', () => {
    expect([20e6, 22.4e6, 271e6, 19.6e6, Number.NaN].map((meanNs) => loopDelayMs(meanNs))).toEqual([
      0, 2, 251, 0, 0,
    ]);
  });
});
