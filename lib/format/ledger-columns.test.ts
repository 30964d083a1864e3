import { describe, expect, it } from 'vitest';
import { exactAmountParts, rateParts } from './figures.ts';
import { ledgerColumns, typedParts } from './ledger-columns.ts';

describe('the ledger', () => {
  it('cuts what is typed at its decimal point, and only at an English one', () => {
    expect(typedParts('1,200.50')).toEqual({ integer: '1,200', fraction: '.50' });
    expect(typedParts('1,200')).toEqual({ integer: '1,200', fraction: '' });
    expect(typedParts('1.200,50')).toEqual({ integer: '1.200,50', fraction: '' });
  });

  it('is as wide as its widest row on either side of the point', () => {
    expect(
      ledgerColumns(
        typedParts('1,200.00'),
        rateParts(159.83396097227),
        exactAmountParts(191800.753166724, 0),
      ),
    ).toEqual({
      integer: 7,
      fraction: 10,
    });
    expect(ledgerColumns(typedParts('5'), null, null)).toEqual({ integer: 1, fraction: 3 });
  });
});
