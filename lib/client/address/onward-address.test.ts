import { describe, expect, it } from 'vitest';
import { onwardAddress, signInAddress, wantsFigures } from './onward-address.ts';

const at = (pathname: string, search = '') => ({ pathname, search });

describe('where a visitor goes on', () => {
  it('leads to the sign-in and from there back to the page that was wanted', () => {
    expect(onwardAddress('signed-out', at('/account/usage'))).toBe(
      '/account/sign-in?next=%2Faccount%2Fusage',
    );
    expect(onwardAddress('signed-in', at('/account/sign-in', '?next=%2Faccount%2Fusage'))).toBe(
      '/account/usage',
    );
  });

  it('keeps the wanted page through the second step', () => {
    expect(onwardAddress('second-factor', at('/account/sign-in', '?next=%2Faccount%2Ftrail'))).toBe(
      '/account/sign-in?next=%2Faccount%2Ftrail',
    );
  });

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/account/sign-in',
    '/rates//elsewhere.example',
    '/convert/EUR/USD/../../account/api/sign-out',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('does not follow %s', (next) => {
    const search = `?${new URLSearchParams({ next })}`;
    expect(onwardAddress('signed-in', at('/account/sign-in', search))).toBe('/account/keys');
    expect(onwardAddress('signed-out', at('/account/sign-up', search))).toBe('/account/sign-in');
  });

  it.each(['/', '/rates?base=EUR', '/convert/EUR/USD?amount=1%2C5', '/charts/BTC/USD?range=1y&source=ecb'])(
    'leads back to the figures of %s',
    (wanted) => {
      const { pathname, search } = new URL(signInAddress(wanted), 'http://localhost');
      expect(pathname).toBe('/account/sign-in');
      expect(wantsFigures(search)).toBe(true);
      expect(onwardAddress('signed-in', { pathname, search })).toBe(wanted);
    },
  );

  it('knows a wish for figures from one for the account', () => {
    expect(wantsFigures('?next=%2Faccount%2Fkeys')).toBe(false);
    expect(wantsFigures('')).toBe(false);
  });

  it('sends everybody to the set-up while there is no account', () => {
    expect(onwardAddress('set-up', at('/account/usage'))).toBe('/account/set-up');
  });
});
