import { describe, expect, it } from 'vitest';
import { KEY_LIFETIMES, KEY_OVERLAPS } from '#lib/contract/account';
import {
  lastUseSentence,
  LIFETIME_CHOICES,
  lifetimeSentence,
  limitText,
  OVERLAP_CHOICES,
  usedText,
} from './key-terms.ts';

const NOW = Date.parse('2026-04-13T12:00:00Z');

describe('terms of a key in words', () => {
  it('offer every lifetime and every overlap of the contract once', () => {
    expect(LIFETIME_CHOICES.map(({ value }) => value).toSorted()).toEqual([...KEY_LIFETIMES].toSorted());
    expect(OVERLAP_CHOICES.map(({ value }) => value).toSorted()).toEqual([...KEY_OVERLAPS].toSorted());
  });

  it('name the day on which a key ends', () => {
    expect(lifetimeSentence('90d', NOW)).toBe('Ends on 12 Jul 2026.');
    expect(lifetimeSentence('none', NOW)).toBe('It works until you revoke it.');
  });

  it('tell no limit from the limit of the server', () => {
    expect([limitText(null), limitText(0), limitText(1200)]).toEqual([null, 'no limit', '1,200 a minute']);
  });

  it('tell the last use to the minute', () => {
    expect([usedText(-5000), usedText(59_999), usedText(14 * 60_000)]).toEqual([
      'just now',
      'just now',
      '14 min ago',
    ]);
  });

  it('say what would stop with a key', () => {
    const lastUsedAt = '2026-04-13T11:59:00.000Z';
    expect(lastUseSentence({ lastUsedAt, requests: [1, 6140] }, NOW)).toBe(
      'It was used 1 min ago, 6,140 times today.',
    );
    expect(lastUseSentence({ lastUsedAt, requests: [1] }, NOW)).toBe('It was used 1 min ago, once today.');
    expect(lastUseSentence({ lastUsedAt: null, requests: [] }, NOW)).toBe('It has never been used.');
  });

  it('say nothing of today where no count of today has come', () => {
    const lastUsedAt = '2026-04-10T11:59:00.000Z';
    expect(lastUseSentence({ lastUsedAt, requests: [6140, 0] }, NOW)).toBe('It was used 3 d ago.');
  });
});
