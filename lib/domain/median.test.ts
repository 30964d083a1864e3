import { expect, it } from 'vitest';
import { medianOf } from './median.ts';

it('takes the middle for the median', () => {
  expect([medianOf([]), medianOf([3]), medianOf([9, 1]), medianOf([9, 1, 2])]).toEqual([null, 3, 5, 2]);
});
