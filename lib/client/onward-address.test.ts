import { describe, expect, it } from 'vitest';
import { onwardAddress } from './onward-address.ts';

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
    '/',
    'javascript:alert(1)',
  ])('does not follow %s', (next) => {
    const search = `?${new URLSearchParams({ next })}`;
    expect(onwardAddress('signed-in', at('/account/sign-in', search))).toBe('/account/keys');
    expect(onwardAddress('signed-out', at('/account/sign-up', search))).toBe('/account/sign-in');
  });

  it('sends everybody to the set-up while there is no account', () => {
    expect(onwardAddress('set-up', at('/account/usage'))).toBe('/account/set-up');
  });
});
