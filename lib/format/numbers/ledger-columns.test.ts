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
    ).toEqual({ fraction: 10, rateFraction: 10, all: 17 });
    expect(ledgerColumns(typedParts('5'), null, null)).toEqual({ fraction: 3, rateFraction: 0, all: 4 });
  });

  it('keeps amounts at the right where only the rate has many digits', () => {
    expect(ledgerColumns(typedParts('250.00'), rateParts(0.877886050391), null)).toEqual({
      fraction: 3,
      rateFraction: 13,
      all: 10,
    });
  });

  it('keeps the room that a rate has had where it has a digit less', () => {
    const room = ledgerColumns(typedParts('100'), rateParts(1.162345), null).rateFraction;
    expect(ledgerColumns(typedParts('100'), rateParts(1.1623), null).rateFraction).toBeLessThan(room);
    expect(ledgerColumns(typedParts('100'), rateParts(1.1623), null, room).rateFraction).toBe(room);
  });
});
