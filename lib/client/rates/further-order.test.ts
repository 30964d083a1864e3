import { describe, expect, it } from 'vitest';
import { withMoved } from './further-order.ts';

describe('the further currencies', () => {
  it('move by one place and not beyond an end', () => {
    expect(withMoved(['A1', 'B1', 'C1'], 'B1', -1)).toEqual(['B1', 'A1', 'C1']);
    expect(withMoved(['A1', 'B1', 'C1'], 'B1', 1)).toEqual(['A1', 'C1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'A1', -1)).toEqual(['A1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'B1', 1)).toEqual(['A1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'C1', 1)).toEqual(['A1', 'B1']);
  });
});
