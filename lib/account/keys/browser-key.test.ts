import { randomBytes } from 'node:crypto';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { createBrowserKeys } from './browser-key.ts';
import { MINUTE_MS } from '#lib/domain/durations';

const NOW = new Date('2026-04-14T08:00:30Z');

function minted() {
  const keys = createBrowserKeys(randomBytes(32));
  const cookie = keys.newCookie();
  return { keys, cookie, ...keys.mint(cookie, NOW, 'anybody') };
}

describe('a browser key', () => {
  it('is good for nine to ten minutes with its own cookie, and not a millisecond longer', () => {
    const { keys, cookie, key, expiresAt } = minted();
    expect(expiresAt).toEqual(new Date('2026-04-14T08:10:00Z'));
    expect(keys.verify(key, cookie, expiresAt.getTime() - 1)).toBe('anybody');
    expect(keys.verify(key, cookie, expiresAt.getTime())).toBe(null);
  });

  it('is the same for all of a minute, and another one in the next', () => {
    const { keys, cookie, key } = minted();
    const laterMs = [-30_000, 29_999].map((ms) => new Date(NOW.getTime() + ms));
    expect(laterMs.map((now) => keys.mint(cookie, now, 'anybody').key)).toEqual([key, key]);
    expect(keys.mint(cookie, new Date(NOW.getTime() + MINUTE_MS), 'anybody').key).not.toBe(key);
  });

  it('is nothing without its cookie or with another one', () => {
    const { keys, key } = minted();
    expect(keys.verify(key, null, NOW.getTime())).toBe(null);
    expect(keys.verify(key, keys.newCookie(), NOW.getTime())).toBe(null);
  });

  it('is nothing to another deployment', () => {
    const { key, cookie } = minted();
    expect(createBrowserKeys(randomBytes(32)).verify(key, cookie, NOW.getTime())).toBe(null);
  });

  it(seeded('is nothing with any one character altered, and nothing with its expiry put off'), () => {
    const { keys, cookie, key, expiresAt } = minted();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.constantFrom(...'abcXYZ019._-'),
        (place, character) => {
          fc.pre(key[place] !== character);
          const altered = key.slice(0, place) + character + key.slice(place + 1);
          expect(keys.verify(altered, cookie, NOW.getTime()), altered).toBe(null);
        },
      ),
      propertyRuns(500),
    );
    const later = (expiresAt.getTime() + MINUTE_MS).toString(36);
    const putOff = key.replace(/_[0-9a-z]+\./, `_${later}.`);
    expect(keys.verify(putOff, cookie, NOW.getTime())).toBe(null);
  });

  it('is nothing in another spelling of the same signature', () => {
    const { keys, cookie, key } = minted();
    // 43 characters hold 258 bits, 256 of them count: the last character has neighbours with the same bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = [...alphabet].filter((end) =>
      keys.verify(key.slice(0, -1) + end, cookie, NOW.getTime()),
    );
    expect(accepted).toEqual([key.at(-1)]);
  });
});

describe('the cookie of browser keys', () => {
  it('is known as our own, and never the same twice', () => {
    const { keys } = minted();
    const cookies = Array.from({ length: 100 }, keys.newCookie);
    expect(new Set(cookies).size).toBe(100);
    expect(cookies.every(keys.isOwnCookie)).toBe(true);
  });

  it(seeded('is not ours when a client chose or altered it'), () => {
    const { keys, cookie } = minted();
    for (const foreign of [
      '',
      'AAAAAAAAAAAAAAAAAAAAAA',
      'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA',
      `${cookie}A`,
      createBrowserKeys(randomBytes(32)).newCookie(),
    ]) {
      expect(keys.isOwnCookie(foreign), foreign).toBe(false);
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: cookie.length - 1 }),
        fc.constantFrom(...'abcXYZ019_-'),
        (place, character) => {
          fc.pre(cookie[place] !== character);
          expect(keys.isOwnCookie(cookie.slice(0, place) + character + cookie.slice(place + 1))).toBe(false);
        },
      ),
      propertyRuns(300),
    );
  });
});
