import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBrowserKeys } from './browser-key.ts';

const NOW = new Date('2026-04-14T08:00:00Z');
const MINUTE_MS = 60_000;

function minted() {
  const keys = createBrowserKeys(randomBytes(32));
  const nonce = keys.newNonce();
  return { keys, nonce, ...keys.mint(nonce, NOW) };
}

describe('a browser key', () => {
  it('is good for ten minutes with its own cookie, and not a millisecond longer', () => {
    const { keys, nonce, key, expiresAt } = minted();
    expect(expiresAt.getTime() - NOW.getTime()).toBe(10 * MINUTE_MS);
    expect(keys.verify(key, nonce, expiresAt.getTime() - 1)).not.toBeNull();
    expect(keys.verify(key, nonce, expiresAt.getTime())).toBeNull();
  });

  it('is nothing without its cookie or with another one', () => {
    const { keys, key } = minted();
    expect(keys.verify(key, null, NOW.getTime())).toBeNull();
    expect(keys.verify(key, keys.newNonce(), NOW.getTime())).toBeNull();
  });

  it('is nothing to another deployment', () => {
    const { key, nonce } = minted();
    expect(createBrowserKeys(randomBytes(32)).verify(key, nonce, NOW.getTime())).toBeNull();
  });

  it('is nothing with any one character altered', () => {
    const { keys, nonce, key } = minted();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.constantFrom(...'abcXYZ019._-'),
        (place, character) => {
          if (key[place] === character) return;
          const altered = key.slice(0, place) + character + key.slice(place + 1);
          expect(keys.verify(altered, nonce, NOW.getTime()), altered).toBeNull();
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });
});
