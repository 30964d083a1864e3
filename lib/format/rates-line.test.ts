import { describe, expect, it } from 'vitest';
import { linePath } from './rates-line.ts';

describe('the small line', () => {
  it('runs from edge to edge, the highest figure on top, days without one passed over at their width', () => {
    expect(linePath([null, 1, null, 3, 2])).toBe('M0.0 26.0L64.0 2.0L96.0 14.0');
  });

  it('is level where nothing moved', () => {
    expect(linePath([2, 2])).toBe('M0.0 14.0L96.0 14.0');
  });

  it('is none with fewer than two figures', () => {
    expect(linePath([])).toBeNull();
    expect(linePath([null, 4, null])).toBeNull();
  });
});
