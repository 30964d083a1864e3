import { describe, expect, it } from 'vitest';
import type { BoardDay, BoardSource } from '#lib/contract/status-page';
import {
  causeSince,
  dayLines,
  dayValue,
  lastedText,
  lastReportText,
  onTimeText,
  rowName,
  shortInstant,
  uptimeFigure,
} from './status-words.ts';

const NOON = new Date('2026-04-13T12:10:00Z');
const WELL: BoardDay = ['operational', 96, 0, 0, 0, 86_400_000];
const DOWN: BoardDay = ['outage', 1423, 72, 600_000, 4_320_000, 80_000_000];

const aSource = (part: Partial<BoardSource> = {}): BoardSource => ({
  id: 'charting-platform',
  name: 'Charting platform',
  cadence: 'tick',
  status: 'operational',
  cause: null,
  reason: null,
  detail: null,
  heldHistory: null,
  impact: null,
  changedAt: null,
  latencyMs: null,
  latenciesMs: [],
  checkedAt: null,
  newestAt: null,
  nextAt: null,
  closedAt: null,
  pairs: null,
  days: Array.from({ length: 90 }, () => WELL),
  faults: {},
  incidentCount: 0,
  uptimePercent: 99.82,
  watchedSince: null,
  rules: [],
  ...part,
});

describe('a row of the board', () => {
  it('is named with its days and its figure, and never calls days without checks up', () => {
    expect(rowName(aSource())).toBe('TradingView, 90 days, 99.82% up');
    expect(uptimeFigure(aSource())).toBe('99.82%');
    const young = aSource({
      days: [...Array.from({ length: 22 }, () => null), ...Array.from({ length: 68 }, () => WELL)],
      uptimePercent: 100,
    });
    expect(rowName(young)).toBe('TradingView, 68 of 90 days with checks, 100.00% up');
    expect(uptimeFigure(young)).toBe('100.00% of 68 days with checks');
    const begun = aSource({
      days: [null, ['outage', 20, 4, 0, 180_000, 780_000]],
      uptimePercent: 77.18,
    });
    expect(uptimeFigure(begun), 'a day that has begun is not told as a whole one').toBe(
      '77.18% of 13 min watched',
    );
    const unseen = aSource({ days: [null, null], uptimePercent: null });
    expect([rowName(unseen), uptimeFigure(unseen)]).toEqual([
      'TradingView, 2 days, no checks',
      'no checks yet',
    ]);
  });

  it('says that nothing is measured before the second check, and not that nothing was checked', () => {
    const days = [...Array.from({ length: 89 }, () => null), ['operational', 1, 0, 0, 0, 0] as const];
    expect(uptimeFigure(aSource({ days, uptimePercent: null }))).toBe('one check so far');
  });

  it('says what an operational source delivers', () => {
    expect(onTimeText(aSource({ cadence: 'fixing', newestAt: '2026-04-13T12:10:00.000Z' }))).toBe(
      'On time. The fixing of 13 Apr is here.',
    );
    expect(onTimeText(aSource({ pairs: { accepted: 168, expected: 168 } }))).toBe('On time. 168 pairs.');
    expect(onTimeText(aSource({ pairs: { accepted: 161, expected: 168 } }))).toBe(
      'On time. 161 of about 168 pairs.',
    );
    expect(onTimeText(aSource({ pairs: { accepted: 7, expected: 170 } }))).toBe(
      'Only 7 of about 170 pairs in the newest answer.',
    );
    expect(onTimeText(aSource({ cadence: 'law' }))).toMatch(/^In force\. Rates fixed by law are not polled/);
  });

  it('shows the time of today, the day of anything else', () => {
    expect(shortInstant(new Date('2026-04-13T09:08:07Z'), NOON)).toBe('09:08:07');
    expect(shortInstant(new Date('2026-04-12T09:08:07Z'), NOON)).toBe('12 Apr, 09:08');
  });
});

describe('the last report', () => {
  it('is as old as it is, in the largest unit that says enough', () => {
    expect([1000, 59_999, 60_000, 12 * 60_000, 7_200_000].map(lastReportText)).toEqual([
      'The last report is 1 second old.',
      'The last report is 59 seconds old.',
      'The last report is 1 minute old.',
      'The last report is 12 minutes old.',
      'The last report is 2 hours old.',
    ]);
  });
});

describe('a day', () => {
  it('is told with how long it was down and how many checks failed', () => {
    expect(dayLines(DOWN, true)).toEqual([
      { term: 'Outage', text: '1 h 12 min so far' },
      { term: 'Degraded', text: '10 min so far' },
      { term: 'Checks', text: '1,351 passed, 72 failed' },
    ]);
    expect(dayValue(NOON, DOWN)).toBe(
      'Monday 13 April: outage at worst, 1 h 12 min in outage, 10 min degraded, 1,351 checks passed, 72 failed',
    );
  });

  it('says what its incidents were', () => {
    const causes = ['unreachable', 'late'] as const;
    expect(dayLines(DOWN, false, causes)[0]).toEqual({ term: 'Incident', text: 'Unreachable, Late' });
    expect(dayValue(NOON, DOWN, causes)).toMatch(
      /^Monday 13 April: outage at worst, unreachable, late, 1 h 12 min in outage, /,
    );
  });

  it('with a single check says one', () => {
    expect(dayValue(NOON, ['operational', 1, 0, 0, 0, 1])).toBe(
      'Monday 13 April: operational, one check passed, 0 failed',
    );
  });

  it('without checks is neither up nor down', () => {
    expect(dayLines(null, false)).toEqual([{ term: 'Checks', text: 'none: neither up nor down' }]);
    expect(dayValue(NOON, null)).toBe('Monday 13 April: no checks, neither up nor down');
  });

  it('never lasted nothing', () => {
    expect([0, 999, 61_000].map(lastedText)).toEqual(['less than a second', 'less than a second', '1 min']);
  });
});

describe('since when a source has its cause', () => {
  const change = (at: string, cause: 'unreachable' | 'recovering' | null) =>
    ({ at, cause, to: 'degraded', reason: null }) as const;
  const openOf = (...changes: ReturnType<typeof change>[]) => [
    { source: 'ecb', closedAt: null, changes: changes.toReversed() },
  ];
  const ecb = (cause: BoardSource['cause']) => ({ id: 'ecb', cause, changedAt: '2026-11-19T12:00:00Z' });

  it('is where its newest changes begin to name it, not where the incident opened', () => {
    const failing = [change('18:30', 'unreachable'), change('19:30', 'unreachable')] as const;
    expect(causeSince(ecb('unreachable'), openOf(...failing))).toBe('18:30');
    expect(causeSince(ecb('recovering'), openOf(...failing, change('20:30', 'recovering')))).toBe('20:30');
    const again = [change('18:00', 'recovering'), ...failing, change('20:00', 'recovering')] as const;
    expect(causeSince(ecb('recovering'), openOf(...again))).toBe('20:00');
  });

  it('is not known where no change names it', () => {
    expect(causeSince(ecb('refused'), openOf(change('18:30', 'unreachable')))).toBeNull();
    expect(causeSince(ecb('late'), [])).toBeNull();
    expect(causeSince(ecb(null), [])).toBeNull();
  });

  it('is the change of state where a source comes back from no incident', () => {
    expect(causeSince(ecb('recovering'), [])).toBe('2026-11-19T12:00:00Z');
  });
});
