import { describe, expect, it } from 'vitest';
import { monthLine } from './month-line.ts';

const DAYS = ['2026-04-09', '2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'];

describe('the line of a month', () => {
  it('is solid from day to day and bridged over a weekend', () => {
    expect(monthLine(DAYS, [1, 3, null, null, 2])).toEqual({
      solid: 'M0.0 68.0L90.0 4.0',
      bridges: 'M90.0 4.0L360.0 36.0',
      area: 'M0.0 72L0.0 68.0L90.0 4.0L360.0 36.0L360.0 72Z',
      first: { day: '2026-04-09', rate: 1 },
      high: { day: '2026-04-10', rate: 3 },
      low: { day: '2026-04-09', rate: 1 },
    });
  });

  it('leaves days without a figure at either end blank', () => {
    const line = monthLine(DAYS, [null, 1, 2, null, null]);
    expect(line?.solid).toBe('M90.0 68.0L180.0 4.0');
    expect(line?.bridges).toBe('');
    expect(line?.first).toEqual({ day: '2026-04-10', rate: 1 });
  });

  it('is level in the middle where nothing moved, and none with fewer than two figures', () => {
    expect(monthLine(DAYS, [2, 2, 2, 2, 2])?.solid).toContain('M0.0 36.0L90.0 36.0');
    expect(monthLine(DAYS, [null, 1, null, null, null])).toBeNull();
    expect(monthLine(DAYS, [null, null, null, null, null])).toBeNull();
  });
});
