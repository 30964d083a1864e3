import { describe, expect, it } from 'vitest';
import { type IsoDay, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ecbFixingInstant } from '#lib/sources/ecb/facts';
import { aChartSource } from '#lib/testing/builders/chart-source';
import { chartModel, type KnownLine } from './chart-model.ts';
import { measureStretch } from './measured-stretch.ts';

const day = (text: string): IsoDay => {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const line = (points: Readonly<Record<string, number>>, place = 0, quote = 'USD'): KnownLine => ({
  base: 'EUR',
  quote,
  source: 'ecb',
  facts: aChartSource('ecb'),
  place,
  series: {
    instantsMs: Object.keys(points).map((text) => ecbFixingInstant(day(text)).getTime()),
    rates: Object.values(points),
  },
});
const modelOf = (...lines: readonly KnownLine[]) => {
  const span = { fromDay: null, toDay: null };
  const wish = { span, isComparing: lines.length > 1, nowMs: Date.parse('2026-04-14T08:00:00Z') };
  const model = chartModel(lines, wish);
  if (model === null) throw new Error('no model');
  return model;
};
/** Rows of days stand at 12:00 UTC. */
const noon = (text: string) => startOfDay(day(text)).getTime() + DAY_MS / 2;

describe('measureStretch', () => {
  const model = modelOf(line({ '2025-04-14': 1, '2026-03-31': 1.25, '2026-04-13': 1.1 }));

  it('tells change, days and pace from the earlier point to the later one, however they were pointed at', () => {
    const expected = {
      between: '14 Apr 2025 to 13 Apr 2026',
      length: '364 days',
      lines: [{ label: 'ECB', changePercent: expect.closeTo(10, 10), movement: '+0.1000' }],
    };
    const [fromMs, toMs] = [noon('2025-04-14'), noon('2026-04-13')];
    expect(measureStretch(model, { fromMs, toMs })).toMatchObject(expected);
    expect(measureStretch(model, { fromMs: toMs, toMs: fromMs })).toMatchObject(expected);
  });

  it('says what a pace comes to in a year: 10 % in 364 days are 1.1 to the power of 365.2425/364', () => {
    const measured = measureStretch(model, { fromMs: noon('2025-04-14'), toMs: noon('2026-04-13') });
    expect(measured?.lines[0]?.yearlyPercent).toBeCloseTo(10.0358, 4);
  });

  it('says nothing of a year from less than thirty days', () => {
    const measured = measureStretch(model, { fromMs: noon('2026-03-31'), toMs: noon('2026-04-13') });
    expect(measured?.lines).toMatchObject([
      { changePercent: expect.closeTo(-12, 10), movement: '−0.1500', yearlyPercent: null },
    ]);
    expect(measured?.length).toBe('13 days');
  });

  it('measures each of several pairs that has a figure at both points', () => {
    const two = modelOf(
      line({ '2026-04-01': 1, '2026-04-02': 1.1, '2026-04-13': 1.2 }),
      line({ '2026-04-01': 100, '2026-04-13': 90 }, 1, 'JPY'),
    );
    const [first, second, last] = [noon('2026-04-01'), noon('2026-04-02'), noon('2026-04-13')];
    const labels = (fromMs: number, toMs: number) =>
      measureStretch(two, { fromMs, toMs })?.lines.map(({ label }) => label);
    expect(labels(first, last)).toEqual(['EUR/USD', 'EUR/JPY']);
    expect(labels(first, second)).toEqual(['EUR/USD']);
  });

  it('is null of one point, and of points that are not in the chart', () => {
    const fromMs = noon('2026-03-31');
    expect(measureStretch(model, { fromMs, toMs: fromMs })).toBeNull();
    expect(measureStretch(model, { fromMs, toMs: noon('2026-04-12') })).toBeNull();
  });
});
