import { expect, it } from 'vitest';
import { sliderKey } from './slider-keys.ts';

const MIDDLE = { at: 40, first: 0, last: 89, step: 1, page: 7 };

it.each([
  ['ArrowLeft', 39],
  ['ArrowDown', 39],
  ['ArrowRight', 41],
  ['ArrowUp', 41],
  ['PageDown', 33],
  ['PageUp', 47],
  ['Home', 0],
  ['End', 89],
  ['Escape', null],
  ['a', null],
])('%s leads a slider from 40 to %s', (key, to) => {
  expect(sliderKey(key, MIDDLE)).toBe(to);
});

it('never leads a slider beyond its ends', () => {
  expect(sliderKey('PageDown', { ...MIDDLE, at: 3 })).toBe(0);
  expect(sliderKey('ArrowUp', { ...MIDDLE, at: 89 })).toBe(89);
});
