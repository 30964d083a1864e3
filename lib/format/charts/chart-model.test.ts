import { describe, expect, it } from 'vitest';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ecbFixingInstant } from '#lib/sources/ecb/facts';
import type { SourceId } from '#lib/domain/source-id';
import { aChartSource } from '#lib/testing/builders/chart-source';
import { chartModel, type KnownLine, type ModelWish, windowedLines, wholeLine } from './chart-model.ts';
import { absenceText, fractionChars, tableRows } from './chart-table.ts';

const day = (text: string): IsoDay => {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const NOW_MS = Date.parse('2026-04-14T08:00:00Z');
const line = (
  source: SourceId,
  points: Readonly<Record<string, number>>,
  place = 0,
  quote = 'USD',
): KnownLine => ({
  base: 'EUR',
  quote,
  source,
  facts: aChartSource(source),
  place,
  series: {
    instantsMs: Object.keys(points).map((text) => ecbFixingInstant(day(text)).getTime()),
    rates: Object.values(points),
  },
});
const APRIL = { '2026-04-01': 1.1605, '2026-04-02': 1.1525, '2026-04-07': 1.1557, '2026-04-13': 1.1684 };
const open: ModelWish = {
  span: { fromDay: day('2026-04-01'), toDay: null },
  isComparing: false,
  nowMs: NOW_MS,
};

function modelOf(lines: readonly KnownLine[], wish: Partial<ModelWish> = {}) {
  const model = chartModel(lines, { ...open, ...wish });
  if (model === null) throw new Error('no model');
  return model;
}

describe('chartModel', () => {
  it('is null where no line has a point within the range', () => {
    expect(chartModel([], open)).toBeNull();
    const later = { ...open, span: { fromDay: day('2026-04-14'), toDay: null } };
    expect(chartModel([line('ecb', APRIL)], later)).toBeNull();
  });

  it('shows whole days from the asked start up to today', () => {
    const { window } = modelOf([line('ecb', APRIL)]);
    expect(new Date(window.fromMs).toISOString()).toBe('2026-04-01T00:00:00.000Z');
    expect(new Date(window.toMs).toISOString()).toBe('2026-04-15T00:00:00.000Z');
  });

  it('ends everything of an ended series with it', () => {
    const ended = line('ecb', { '2022-12-29': 7.5365, '2022-12-30': 7.5365 }, 0, 'HRK');
    const { window } = modelOf([ended], { span: { fromDay: null, toDay: null } });
    expect(new Date(window.toMs).toISOString()).toBe('2022-12-31T00:00:00.000Z');
  });

  it('cuts a start at which nothing had begun', () => {
    const { window, gapTexts } = modelOf([line('ecb', { '1999-01-04': 1.1789, '1999-01-05': 1.179 })], {
      span: { fromDay: day('1990-01-01'), toDay: day('1999-01-05') },
    });
    expect(new Date(window.fromMs).toISOString()).toBe('1999-01-04T00:00:00.000Z');
    expect(gapTexts).toEqual(['The European Central Bank has no figures before 4 Jan 1999']);
  });

  it('indexes pairs to 100 on their first common day and says what each moved since', () => {
    const yen = line('ecb', { '2026-04-02': 180, '2026-04-13': 189 }, 1, 'JPY');
    const model = modelOf([line('ecb', APRIL), yen], { isComparing: true });
    expect(model.lines.map(({ label }) => label)).toEqual(['EUR/USD', 'EUR/JPY']);
    expect(model.lines[1]?.shown.rates).toEqual([100, 105]);
    expect(model.summary).toBe('Since 2 April 2026 EUR/USD moved +1.38%, EUR/JPY +5.00%.');
    expect(model.rows[0]?.cells[0]?.rate).toBe(1.1605);
  });

  it('gives the figures of compared pairs since their common start, as its sentence does', () => {
    const yen = line('ecb', { '2026-04-02': 180, '2026-04-13': 189 }, 1, 'JPY');
    const { figures, lines } = modelOf([line('ecb', APRIL), yen], { isComparing: true });
    expect(figures).toMatchObject({ open: { rate: 1.1525 }, high: { rate: 1.1684 }, count: 3 });
    expect(lines.map((one) => one.figures?.changePercent.toFixed(2))).toEqual(['1.38', '5.00']);
  });

  it('sets apart a compared pair that ended before the others begin, and indexes those', () => {
    const kuna = line('ecb', { '2026-04-01': 7.5, '2026-04-02': 7.6 }, 1, 'HRK');
    const yen = line('ecb', { '2026-04-07': 180, '2026-04-13': 189 }, 2, 'JPY');
    const model = modelOf([line('ecb', APRIL), yen, kuna], { isComparing: true });
    expect(model.apart.map(({ quote }) => quote)).toEqual(['HRK']);
    expect(model.lines.map(({ shown }) => shown.rates.at(-1)?.toFixed(2))).toEqual(['101.10', '105.00']);
  });
});

it('windowedLines shows another part of whole histories, indexed anew where pairs are compared', () => {
  const model = modelOf([line('ecb', APRIL)]);
  const wholes = model.lines.map((one) => wholeLine(one, one.series, { period: null, nowMs: NOW_MS }));
  const window = { fromMs: Date.parse('2026-04-02T00:00Z'), toMs: Date.parse('2026-04-07T00:00Z') + DAY_MS };
  expect(windowedLines(model.lines, wholes, window, false)[0]?.shown.rates).toEqual([1.1525, 1.1557]);
  expect(windowedLines(model.lines, wholes, window, true)[0]?.shown.rates[0]).toBe(100);
});

describe('the table of a model', () => {
  const boe = line('boe', { '2026-04-01': 1.16, '2026-04-07': 1.155 }, 1);

  it('has the newest row first, the first line’s movements, and its gaps in words between', () => {
    const rows = tableRows(modelOf([line('ecb', APRIL)]), 2026);
    const told = rows.map((row) => (row.kind !== 'figures' ? row.text : (row.change?.toFixed(2) ?? 'first')));
    expect(told).toEqual([
      'The European Central Bank has published nothing since 13 Apr; next due Tue 14 Apr 2026, 14:00 UTC',
      '1.10',
      'Outage: no ECB fixing from 8 to 10 Apr, although due',
      '0.28',
      'Easter, no ECB fixing 3 to 6 Apr',
      '-0.69',
      'first',
    ]);
  });

  it('tells what is not yet published from what is not there', () => {
    const model = modelOf([line('ecb', APRIL), boe]);
    const [, second, , last] = model.rows;
    expect(second && absenceText(model, second, 1)).toBe('none');
    expect(last && absenceText(model, last, 1)).toBe('not yet');
  });

  it('keeps as much room for fractions as the longest needs', () => {
    expect(fractionChars(modelOf([line('ecb', APRIL), boe]))).toEqual([5, 5]);
  });
});
