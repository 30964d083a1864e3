import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { uptimePercent, uptimeText } from './uptime.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

const aDay = (outageMs: number, degradedMs = 0, watchedMs = DAY_MS) => ({
  operationalMs: watchedMs - outageMs - degradedMs,
  degradedMs,
  outageMs,
});

describe('the uptime figure', () => {
  it('is the part of the watched time that was no outage', () => {
    expect(uptimePercent([aDay(72 * 60_000)])).toBe(95);
    expect(uptimePercent([aDay(0), aDay(HOUR_MS)])).toBe(97.91);
  });

  it('counts degraded time as up', () => {
    expect(uptimePercent([aDay(0, DAY_MS)])).toBe(100);
  });

  it('leaves out days without checks instead of calling them up or down', () => {
    const unwatched = aDay(0, 0, 0);
    expect(uptimePercent([unwatched, unwatched])).toBeNull();
    expect(uptimePercent([unwatched, aDay(12 * HOUR_MS), unwatched])).toBe(50);
  });

  it('is never rounded up to 100', () => {
    expect(uptimePercent(Array.from({ length: 90 }, (_, index) => aDay(index === 0 ? 1 : 0)))).toBe(99.99);
  });

  it('always bears two decimals', () => {
    expect([100, 99.5, 0].map(uptimeText)).toEqual(['100.00%', '99.50%', '0.00%']);
  });

  it(seeded('is 100 only without outage, and never rises with one more of it'), () => {
    const days = fc.array(
      fc
        .tuple(fc.nat(DAY_MS), fc.nat(DAY_MS), fc.nat(DAY_MS))
        .map(([operationalMs, degradedMs, outageMs]) => ({
          operationalMs,
          degradedMs,
          outageMs,
        })),
      { minLength: 1, maxLength: 90 },
    );
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: DAY_MS }), (all, moreMs) => {
        const percent = uptimePercent(all);
        const outageMs = all.reduce((sum, day) => sum + day.outageMs, 0);
        if (percent === null) return;
        expect(percent === 100).toBe(outageMs === 0);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(uptimePercent([...all, aDay(moreMs, 0, moreMs)])).toBeLessThanOrEqual(percent);
      }),
      propertyRuns(500),
    );
  });
});
