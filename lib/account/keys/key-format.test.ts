import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { hashKey, isWellFormedKey, KEY_START, mintKey, SHOWN_PREFIX_LENGTH } from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a minted key', () => {
  it('is xr_live_, 43 characters of secret and 6 of CRC-32, all base62', () => {
    const { key } = mintKey();
    expect(key).toMatch(/^xr_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
    expect(decodeBase62(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))));
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('is never the same twice, and its secret has 256 bits', () => {
    const secrets = Array.from({ length: 1000 }, () => decodeBase62(mintKey().key.slice(8, 51)));
    expect(new Set(secrets).size).toBe(1000);
    const bitsSeen = secrets.reduce((seen, secret) => seen | secret, 0n);
    expect(bitsSeen).toBe(2n ** 256n - 1n);
  });

  it('may be kept as its SHA-256, its visible start and its last four characters', () => {
    const { key, ...kept } = mintKey();
    expect(kept).toEqual({
      hash: createHash('sha256').update(key).digest('hex'),
      prefix: key.slice(0, 14),
      last4: key.slice(-4),
    });
    expect(SHOWN_PREFIX_LENGTH).toBe(14);
    expect(hashKey(key)).toBe(kept.hash);
  });
});

describe('a text that is not a key', () => {
  it(seeded('is told apart when any single character of a key was changed'), () => {
    const { key } = mintKey();
    const change = fc.tuple(fc.nat({ max: key.length - 1 }), fc.constantFrom(...BASE62));
    const property = fc.property(change, ([place, character]) => {
      fc.pre(key[place] !== character);
      return !isWellFormedKey(key.slice(0, place) + character + key.slice(place + 1));
    });
    fc.assert(property, propertyRuns(3000));
  });

  it('is told apart when two neighbours of the secret changed places', () => {
    const { key } = mintKey();
    for (let place = KEY_START.length; place < key.length - 7; place += 1) {
      const swapped = key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
      if (swapped !== key) expect(isWellFormedKey(swapped), swapped).toBe(false);
    }
  });

  it('is told apart when a key was cut anywhere, at either end', () => {
    const { key } = mintKey();
    for (let length = 0; length < key.length; length += 1) {
      expect(isWellFormedKey(key.slice(0, length))).toBe(false);
      expect(isWellFormedKey(key.slice(-length || key.length + 1))).toBe(false);
    }
  });

  it.each([
    ['another prefix', (key: string) => key.replace('xr_live_', 'sk_live_')],
    ['the prefix in capitals', (key: string) => key.replace('xr_live_', 'XR_LIVE_')],
    ['no prefix', (key: string) => key.replace('xr_live_', '')],
    ['a space behind it', (key: string) => `${key} `],
    ['a line end behind it', (key: string) => `${key}\n`],
    [
      'a letter that only looks like one of the alphabet',
      (key: string) => `${key.slice(0, 20)}А${key.slice(21)}`,
    ],
    ['itself behind it', (key: string) => key + key],
  ])('is told apart with %s', (_name, alter) => {
    expect(isWellFormedKey(alter(mintKey().key))).toBe(false);
  });
});

function decodeBase62(text: string): bigint {
  return [...text].reduce((value, character) => value * 62n + BigInt(BASE62.indexOf(character)), 0n);
}
