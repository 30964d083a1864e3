import { describe, expect, it } from 'vitest';
import { aDay } from '#lib/testing/builders/builders';
import { FED_SCHEDULE, fedFixingInstant } from '#lib/sources/fed/facts';
import { countsFrom } from './publication-calendar.ts';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';

describe('a publication counts', () => {
  const monday = ecbFixingInstant(aDay('2026-04-13'));

  it.each([
    [
      'from the schedule’s instant, when it came with history years later',
      '2029-01-01T00:00:00Z',
      '14:00:00',
    ],
    ['from its first sight here, when the publisher was early', '2026-04-13T13:57:12Z', '13:57:12'],
    ['from its fixing at the earliest, whatever a clock said', '2026-04-13T09:00:00Z', '12:10:00'],
  ])('%s', (_name, seen, time) => {
    const from = countsFrom(ECB_SCHEDULE, { observedAt: monday, firstSeenAt: new Date(seen) });
    expect(from.toISOString()).toBe(`2026-04-13T${time}.000Z`);
  });

  it('from the schedule’s instant, when only files brought it', () => {
    const friday = fedFixingInstant(aDay('2026-03-13'));
    const from = countsFrom(FED_SCHEDULE, { observedAt: friday, firstSeenAt: null });
    expect(from.toISOString()).toBe('2026-03-16T20:15:00.000Z');
  });
});
