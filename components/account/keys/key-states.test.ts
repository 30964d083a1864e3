import { describe, expect, it } from 'vitest';
import { keyFate } from './key-states.ts';

const KEY = {
  revokedAt: null,
  replacedById: null,
  endsAt: null,
  expiresAt: null,
};
const MONDAY = '2026-04-13T08:00:00.000Z';
const TUESDAY = '2026-04-14T08:00:00.000Z';

describe('the fate of a key', () => {
  it.each([
    ['revoked', { expiresAt: TUESDAY, revokedAt: MONDAY }, { word: 'revoked', at: MONDAY }],
    [
      'revoked while its overlap ran, whenever that would have ended',
      { replacedById: 'next', expiresAt: TUESDAY, endsAt: TUESDAY, revokedAt: MONDAY },
      { word: 'revoked', at: MONDAY },
    ],
    [
      'replaced once its overlap has run out',
      { replacedById: 'next', expiresAt: MONDAY, endsAt: MONDAY },
      { word: 'replaced', at: MONDAY },
    ],
    ['expired at the end of its lifetime', { expiresAt: TUESDAY }, { word: 'expired', at: TUESDAY }],
  ])('is %s', (_name, part, fate) => {
    expect(keyFate({ ...KEY, ...part })).toEqual(fate);
  });
});
