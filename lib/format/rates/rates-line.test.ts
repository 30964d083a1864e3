import { describe, expect, it } from 'vitest';
import { inkLine } from './rates-line.ts';

describe('the small line', () => {
  it('puts each figure at its own place, the highest on top, and bridges places without one apart from the line', () => {
    expect(inkLine([null, 1, null, 3, 2])).toEqual({
      solid: 'M24.0 26.0M72.0 2.0L96.0 14.0',
      bridges: 'M24.0 26.0L72.0 2.0',
    });
  });

  it('draws half a line of what covers half of the days', () => {
    expect(inkLine([null, null, null, 1, 2, 3, null])?.solid).toBe('M48.0 26.0L64.0 14.0L80.0 2.0');
  });

  it('is level where nothing moved', () => {
    expect(inkLine([2, 2])).toEqual({ solid: 'M0.0 14.0L96.0 14.0', bridges: '' });
  });

  it('is none with fewer than two figures', () => {
    expect(inkLine([])).toBeNull();
    expect(inkLine([null, 4, null])).toBeNull();
  });
});
