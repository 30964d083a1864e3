import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICE, only, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { buildSnapshot } from '#lib/domain/rates/rate-snapshot';
import { aPublication, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { ratesMadeFrom } from './rates-origin.ts';

const HOUR_MS = 3_600_000;

const euros = {
  ...aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] }),
  revision: 3,
};
const pounds = {
  ...aStoredSource({
    id: 'boe',
    base: 'GBP',
    publications: [aPublication('2026-04-13', { 'GBP/USD': 1.35 })],
  }),
  revision: 7,
};
const law = { id: 'fixed', pegs: [] } as const;

/** What the rates of a choice are made from at an instant, by default of both banks and at the tests' own. */
function madeFrom(
  choice: SourceChoice,
  sources: Parameters<typeof buildSnapshot>[0] = [euros, pounds, law],
  now = TEST_NOW,
) {
  return ratesMadeFrom(buildSnapshot(sources, 10, now), choice);
}

describe('what rates are made from', () => {
  it('is the asked source alone', () => {
    const after = [euros, { ...pounds, revision: 8 }, law];
    expect(madeFrom(only('ecb'), after)).toBe(madeFrom(only('ecb')));
    expect(madeFrom(only('boe'), after)).not.toBe(madeFrom(only('boe')));
    expect(madeFrom(DEFAULT_CHOICE, after)).not.toBe(madeFrom(DEFAULT_CHOICE));
  });

  it.each<readonly [string, Date]>([
    ['its figures are late', new Date('2026-04-14T17:00:00Z')],
    ['they are too old', new Date('2026-04-23T12:00:00Z')],
    ['the day is another one', new Date('2026-04-15T00:00:00Z')],
  ])('turns when %s', (_what, now) => {
    const before = new Date(now.getTime() - 1);
    expect(madeFrom(only('ecb'), [euros, law], now)).not.toBe(madeFrom(only('ecb'), [euros, law], before));
    const anHourBefore = new Date(before.getTime() - HOUR_MS);
    expect(madeFrom(only('ecb'), [euros, law], before)).toBe(
      madeFrom(only('ecb'), [euros, law], anHourBefore),
    );
  });

  it('turns when a publication begins to count', () => {
    const next = {
      ...aPublication('2026-04-14', { 'EUR/USD': 1.17 }),
      countsFrom: new Date('2026-04-14T08:30:00Z'),
    };
    const source = { ...euros, publications: [next, ...euros.publications] };
    const at = (time: string) => madeFrom(only('ecb'), [source], new Date(`2026-04-14T${time}Z`));
    expect(at('08:29:59')).toBe(at('08:00:00'));
    expect(at('08:30:00')).not.toBe(at('08:29:59'));
  });
});
