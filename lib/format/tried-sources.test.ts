import { describe, expect, it } from 'vitest';
import { triedSources, whyWithout } from './tried-sources.ts';

const MESSAGE =
  'No rate for BTC to USD. Tried ecb: it publishes no current figure for the pair; fixed: no law fixes the pair; crypto-exchange: its newest figure is of 2026-11-24T12:00Z and too old to serve; web-search: it publishes no current figure for the pair.';

describe('the sources that were tried', () => {
  it('begin with the one that has the figure at other times; the others keep their order', () => {
    expect(triedSources(MESSAGE).map(({ source }) => source)).toEqual([
      'crypto-exchange',
      'ecb',
      'fixed',
      'web-search',
    ]);
  });

  it('are told with their reasons, days as people write them', () => {
    expect(triedSources(MESSAGE)[0]?.why).toBe(
      'its newest figure is of 24 Nov 2026, 12:00 UTC and too old to serve',
    );
    expect(whyWithout('ecb', MESSAGE)).toBe('it publishes no current figure for the pair');
  });

  it('are told as one source alone is asked for, without its name again', () => {
    expect(
      whyWithout('ecb', "ecb's stored figures were altered and are not served until its next publication."),
    ).toBe('its stored figures were altered and are not served until its next publication');
  });

  it('are none where the message names none', () => {
    expect(triedSources('The currency QQQ is not known.')).toEqual([]);
  });
});
