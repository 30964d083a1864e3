import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { propertyRuns, seeded } from '#lib/testing/property-runs';

import {
  closingOf,
  forexCloseBefore,
  forexInstantAfter,
  forexOpenMs,
  forexStretchAt,
  isForexOpen,
} from './forex-market.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

describe('the foreign exchange market', () => {
  it.each([
    // Winter: 17:00 in New York is 22:00 UTC.
    ['2026-11-20T21:59:59.999Z', true, 'the last moment of a week'],
    ['2026-11-20T22:00:00.000Z', false, 'its close'],
    ['2026-11-22T21:59:59.999Z', false, 'the last moment of a weekend'],
    ['2026-11-22T22:00:00.000Z', true, 'the open'],
    // Summer: 21:00 UTC. The clocks of New York change on 8 March and 1 November 2026.
    ['2026-03-06T21:59:59.999Z', true, 'the week before summer time ends in winter'],
    ['2026-03-08T21:00:00.000Z', true, 'the open after the change to summer time'],
    ['2026-03-08T20:59:59.999Z', false, 'the moment before it'],
    ['2026-10-30T21:00:00.000Z', false, 'the close before the change to winter time'],
    ['2026-11-01T21:59:59.999Z', false, 'the moment before the open after it'],
    ['2026-11-01T22:00:00.000Z', true, 'the open after it'],
    ['2025-12-24T21:59:59.999Z', true, 'the last moment before Christmas'],
    ['2025-12-24T22:00:00.000Z', false, 'Christmas'],
    ['2025-12-25T22:00:00.000Z', true, 'the open after Christmas'],
    ['2025-12-31T22:00:00.000Z', false, 'New Year'],
    ['2026-01-01T22:00:00.000Z', true, 'the open after New Year'],
    ['2026-11-26T15:00:00.000Z', true, 'Thanksgiving'],
    ['2028-02-29T12:00:00.000Z', true, 'a leap day'],
  ])('at %s is open: %s (%s)', (at, isOpen) => {
    expect(isForexOpen(new Date(at))).toBe(isOpen);
  });

  it.each([
    ['2026-11-18T12:00:00.000Z', '2026-11-18T12:00:00.000Z', 'now, while it is open'],
    ['2026-11-20T22:00:00.000Z', '2026-11-20T22:00:00.000Z', 'the close itself'],
    ['2026-11-22T21:00:00.000Z', '2026-11-20T22:00:00.000Z', 'Friday, on a weekend'],
    ['2025-12-25T12:00:00.000Z', '2025-12-24T22:00:00.000Z', 'Christmas Eve, on Christmas'],
    ['2027-01-03T12:00:00.000Z', '2026-12-31T22:00:00.000Z', 'Thursday, where New Year is a Friday'],
  ])('closed last before %s at %s: %s', (at, closedAt) => {
    expect(forexCloseBefore(new Date(at)).toISOString()).toBe(closedAt);
  });
});

describe('the foreign exchange market in every hour of three years', () => {
  it('is closed when the clocks of New York say so, since its close and until its opening', () => {
    const wrong: string[] = [];
    let stretch = forexStretchAt(new Date(Date.UTC(2024, 0, 1)));
    for (let hour = Date.UTC(2024, 0, 1); hour < Date.UTC(2027, 0, 1); hour += HOUR_MS) {
      const at = new Date(hour);
      if (at >= stretch.until) {
        expect(forexStretchAt(new Date(stretch.until.getTime() - 1))).toEqual(stretch);
        stretch = forexStretchAt(at);
        const { isOpen, from, until } = stretch;
        expect(closingOf(stretch)).toEqual(isOpen ? null : { closedAt: from, opensAt: until });
      }
      const isWithin = stretch.from <= at && at < stretch.until;
      if (!isWithin || stretch.isOpen === isClosedInNewYork(at)) wrong.push(at.toISOString());
    }
    expect(wrong).toEqual([]);
  });
});

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

/** What the market's own rule says: Sunday 17:00 to Friday 17:00, and not 25 December nor 1 January, which begin at 17:00 of the day before. */
function isClosedInNewYork(at: Date): boolean {
  const parts = new Map(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, value]));
  const [weekday, day] = [parts.get('weekday') ?? '', `${parts.get('month')}-${parts.get('day')}`];
  const isEvening = Number(parts.get('hour')) >= 17;
  if (weekday === 'Sat' || (weekday === 'Fri' && isEvening) || (weekday === 'Sun' && !isEvening)) return true;
  return isEvening ? ['12-24', '12-31'].includes(day) : ['12-25', '01-01'].includes(day);
}

describe('open time of the foreign exchange market', () => {
  it.each([
    ['2026-11-20T21:59:30.000Z', '2026-11-22T22:00:30.000Z', MINUTE_MS, 'over a weekend'],
    ['2026-11-20T22:00:00.000Z', '2026-11-22T22:00:00.000Z', 0, 'a weekend'],
    ['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z', 120 * HOUR_MS, 'a week'],
    ['2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z', 121 * HOUR_MS, 'a week with a shorter weekend'],
    ['2026-10-26T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 119 * HOUR_MS, 'a week with a longer weekend'],
    ['2025-12-22T00:00:00.000Z', '2025-12-29T00:00:00.000Z', 96 * HOUR_MS, 'the week of Christmas'],
    ['2026-11-20T12:00:00.000Z', '2026-11-19T12:00:00.000Z', 0, 'backwards'],
  ])('from %s to %s is open for %i ms: %s', (from, to, openMs) => {
    expect(forexOpenMs(new Date(from), new Date(to))).toBe(openMs);
  });

  it.each([
    ['2026-11-20T21:59:30.000Z', MINUTE_MS, '2026-11-22T22:00:30.000Z', 'over a weekend'],
    ['2026-11-20T21:59:30.000Z', 30 * SECOND_MS, '2026-11-20T22:00:00.000Z', 'to the close'],
    ['2026-11-21T12:00:00.000Z', MINUTE_MS, '2026-11-22T22:01:00.000Z', 'from a weekend'],
    ['2026-11-21T12:00:00.000Z', 0, '2026-11-21T12:00:00.000Z', 'none at all'],
    ['2026-12-31T21:00:00.000Z', 24 * HOUR_MS, '2027-01-04T21:00:00.000Z', 'over New Year and a weekend'],
  ])('after %s has been open for %i ms at %s: %s', (from, openMs, at) => {
    expect(forexInstantAfter(new Date(from), openMs).toISOString()).toBe(at);
  });
});

describe('the foreign exchange market at random instants', () => {
  it(seeded('has been open for exactly the time asked for, and not a millisecond earlier'), () => {
    const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 400 * HOUR_MS }), (fromMs, openMs) => {
        const from = new Date(fromMs);
        const at = forexInstantAfter(from, openMs);
        expect(forexOpenMs(from, at)).toBe(openMs);
        expect(forexOpenMs(from, new Date(at.getTime() - 1))).toBe(openMs - 1);
      }),
      propertyRuns(300),
    );
  });

  it(seeded('has been open for no time between its last close and a closed instant'), () => {
    const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(instant, (atMs) => {
        const at = new Date(atMs);
        const closedAt = forexCloseBefore(at);
        expect(forexOpenMs(closedAt, at)).toBe(0);
        expect(isForexOpen(at)).toBe(closedAt === at);
        if (closedAt !== at) expect(isForexOpen(new Date(closedAt.getTime() - 1))).toBe(true);
      }),
      propertyRuns(500),
    );
  });
});
