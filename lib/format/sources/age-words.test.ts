import { expect, it } from 'vitest';
import { ageWord, wasAgeWord } from './age-words.ts';

it('calls a current figure of a bank its latest fixing and one of a market live', () => {
  expect(ageWord('fresh', ['ecb'])).toBe('Latest fixing');
  expect(ageWord('fresh', ['crypto-exchange'])).toBe('Live');
  expect(ageWord('fresh', ['fixed', 'web-finance'])).toBe('Live');
  expect(ageWord('fresh', ['crypto-exchange', 'boe']), 'no newer than its older half').toBe('Latest fixing');
});

it('names what is behind alike for every source, and says without a network what was', () => {
  expect(ageWord('late', ['ecb'])).toBe('Late');
  expect(ageWord('stale', ['web-search'])).toBe('Stale');
  expect(wasAgeWord('fresh', ['ecb'])).toBe('Was latest fixing');
  expect(wasAgeWord('stale', ['web-search'])).toBe('Was stale');
  expect(ageWord('closed', ['web-search'])).toBe('Market closed');
  expect(wasAgeWord('closed', ['web-search'])).toBe('Market was closed');
  expect(wasAgeWord('law', ['fixed'])).toBe('By law');
});
