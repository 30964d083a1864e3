import { describe, expect, it } from 'vitest';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import type { GapKind, SeriesGap } from '#lib/domain/series/series-gaps';
import type { SourceId } from '#lib/domain/source-id';
import { aChartSource } from '#lib/testing/builders/chart-source';
import { gapName, gapsSentences, gapText } from './chart-gap-text.ts';

const day = (text: string): IsoDay => {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const gap = (kind: GapKind, first: string, last: string, due: string | null = null): SeriesGap => ({
  kind,
  firstDay: day(first),
  lastDay: day(last),
  afterMs: null,
  beforeMs: null,
  dueAt: due === null ? null : new Date(due),
});
const YEAR = 2026;
const of = (source: SourceId) => ({ source, facts: aChartSource(source) });

describe('gapText', () => {
  it('names every kind, with days and with the hour that is due', () => {
    expect(gapText(of('ecb'), gap('holiday', '2026-04-03', '2026-04-06'), YEAR)).toBe(
      'Easter, no ECB fixing 3 to 6 Apr',
    );
    expect(gapText(of('boe'), gap('holiday', '2026-08-29', '2026-08-31'), YEAR), 'only Monday was one').toBe(
      'London bank holiday, no BoE fixing 31 Aug',
    );
    expect(gapText(of('boe'), gap('missing', '2026-02-19', '2026-02-24'), YEAR)).toBe(
      'Outage: no BoE fixing from 19 to 24 Feb, although due',
    );
    expect(gapText(of('boe'), gap('missing', '2026-02-19', '2026-02-19'), YEAR)).toBe(
      'Outage: no BoE fixing on 19 Feb, although due',
    );
    expect(gapText(of('fed'), gap('not-yet', '2026-04-03', '2026-04-13', '2026-04-13T20:15:00Z'), YEAR)).toBe(
      'The Federal Reserve has published nothing since 2 Apr; next due Mon 13 Apr 2026, 20:15 UTC',
    );
    const overWeekend = {
      ...gap('not-yet', '2026-11-16', '2026-11-22'),
      afterMs: Date.parse('2026-11-13T17:00Z'),
    };
    expect(gapText(of('fed'), overWeekend, YEAR), 'its last figure is of Friday').toBe(
      'The Federal Reserve has published nothing since 13 Nov',
    );
    expect(gapText(of('ecb'), gap('before', '1998-01-01', '1999-01-03'), YEAR)).toBe(
      'The European Central Bank has no figures before 4 Jan 1999',
    );
    expect(gapText(of('web-finance'), gap('weekend', '2026-04-11', '2026-04-12'), YEAR)).toBe(
      'Weekend, no Yahoo quote 11 to 12 Apr',
    );
  });
});

it('gapName knows the holidays that everybody knows, and else whose holiday it is', () => {
  expect(gapName(aChartSource('ecb'), gap('holiday', '2025-12-25', '2025-12-28'))).toBe('Christmas');
  expect(gapName(aChartSource('ecb'), gap('holiday', '2026-01-01', '2026-01-01'))).toBe('New Year');
  expect(gapName(aChartSource('ecb'), gap('holiday', '2026-05-01', '2026-05-03'))).toBe('Labour Day');
  expect(gapName(aChartSource('boe'), gap('holiday', '2026-08-29', '2026-08-31'))).toBe(
    'London bank holiday',
  );
  expect(gapName(aChartSource('fed'), gap('holiday', '2026-07-03', '2026-07-05'))).toBe('US holiday');
});

describe('gapsSentences', () => {
  it('puts what is not yet there first and only counts weekends', () => {
    const gaps = [
      gap('weekend', '2026-04-11', '2026-04-12'),
      gap('holiday', '2026-04-03', '2026-04-06'),
      gap('not-yet', '2026-04-14', '2026-04-14'),
    ];
    expect(gapsSentences([{ ...of('ecb'), gaps }], YEAR)).toEqual([
      'The European Central Bank has published nothing since 13 Apr',
      'Easter, no ECB fixing 3 to 6 Apr',
      'a weekend, bridged',
    ]);
  });

  it('counts many of a kind and names the last', () => {
    const holidays = ['2025-12-25', '2026-01-01', '2026-04-03'].map((one) => gap('holiday', one, one));
    expect(gapsSentences([{ ...of('ecb'), gaps: holidays }], YEAR)).toEqual([
      '3 holidays without ECB fixings, most recently Easter 3 Apr',
    ]);
    const outages = ['2026-02-03', '2026-02-10', '2026-02-19'].map((one) => gap('missing', one, one));
    expect(gapsSentences([{ ...of('ecb'), gaps: outages }], YEAR)).toEqual([
      '3 outages, no ECB fixings although due, most recently 19 Feb',
    ]);
  });
});
