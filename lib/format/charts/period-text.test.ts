import { describe, expect, it } from 'vitest';
import { daysOfPeriod, madeOfText, periodCode, periodName, periodNote, periodTitle } from './period-text.ts';

const AT = Date.parse('2026-04-15T12:00:00Z');

describe('the name of a period', () => {
  it.each([
    ['day', '15 Apr 2026', '2026-04-15'],
    ['week', 'week of 13 Apr 2026', '2026-W16'],
    ['month', 'Apr 2026', '2026-04'],
    ['quarter', 'Q2 2026', '2026-Q2'],
    ['year', '2026', '2026'],
  ] as const)('of a %s is %s for people and %s for programs', (length, name, code) => {
    expect(periodName(AT, length)).toBe(name);
    expect(periodCode(AT, length)).toBe(code);
  });
});

describe('the figure of a period', () => {
  const note = { days: 9, isComplete: false, observedMs: Date.parse('2026-04-02T12:10:00Z') };

  it('says how many days it is made of, and that there is more to come', () => {
    expect(daysOfPeriod(note)).toBe('9, incomplete');
    expect(daysOfPeriod({ ...note, days: 21, isComplete: true })).toBe('21');
  });

  it('is of a day of its own, or an average of days', () => {
    expect(madeOfText(note, { length: 'month', stat: 'low' })).toBe('of 2 Apr 2026');
    expect(madeOfText(note, { length: 'month', stat: 'average' })).toBe('of 9 days');
  });

  it('is named, and an average says of what', () => {
    expect(periodTitle(null)).toBe('Each observation');
    expect(periodTitle({ length: 'quarter', stat: 'last' })).toBe('Quarterly last figure');
    expect(periodNote({ length: 'month', stat: 'average' })).toContain('the daily cross rates are averaged');
  });
});
