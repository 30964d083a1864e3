import { describe, expect, it } from 'vitest';
import type { BankLine, StatedFor } from '#lib/domain/bank/bank-terms';
import type { TypedFigure } from './bank-figure.ts';
import { emptyRow, inFull, readRow, rowsOf, type ShownConversion, type TypedRow } from './bank-row.ts';

const EURO = { code: 'EUR', mark: '€' };
const DOLLAR = { code: 'USD', mark: '$' };
const YEN = { code: 'JPY', mark: '¥' };
const SHOWN: ShownConversion = { from: EURO, to: DOLLAR, amount: '100' };

const rate = (text: string): TypedFigure => ({ kind: 'rate', end: 'to', text });
const received = (text: string): TypedFigure => ({ kind: 'received', end: 'to', text });
const percent = (text: string): TypedFigure => ({ kind: 'percent', end: 'from', text });
const rowOf = (figures: readonly TypedFigure[], stated: StatedFor | null = null): TypedRow => ({
  ...emptyRow([]),
  figures,
  stated,
});

describe('a typed row', () => {
  it('states what its figures mean, for the shown conversion', () => {
    const { line } = readRow(rowOf([received('112 USD'), percent('2%')]), SHOWN);
    expect(line).toEqual({
      name: 'Your bank',
      terms: [
        { kind: 'received', end: 'to', figure: '112' },
        { kind: 'percent', end: 'from', figure: '2' },
      ],
      stated: { from: 'EUR', to: 'USD', amount: '100' },
    });
  });

  it('states nothing while a figure is wrong or none is typed, and leaves out the empty ones', () => {
    expect(readRow(rowOf([rate('')]), SHOWN).line).toBeNull();
    expect(readRow(rowOf([rate('1.12'), percent('x')]), SHOWN).line).toBeNull();
    expect(readRow(rowOf([rate('1.12'), percent('')]), SHOWN).line?.terms).toHaveLength(1);
  });

  it('states a sum as soon as there is an amount that it was stated for', () => {
    const row = readRow(rowOf([received('112')]), { ...SHOWN, amount: null });
    expect(row.line).toBeNull();
    expect(readRow(row, SHOWN).line?.stated).toEqual({ from: 'EUR', to: 'USD', amount: '100' });
  });

  it('keeps what it was stated for when another amount or pair is shown, and its own currencies', () => {
    const row = readRow(rowOf([received('112')]), SHOWN);
    expect(readRow(row, { ...SHOWN, amount: '250' }).line).toEqual(row.line);
    const beside = readRow(row, { from: EURO, to: YEN, amount: '100' });
    expect(beside.line).toEqual(row.line);
    expect(beside.units).toMatchObject({ from: { code: 'EUR' }, to: { code: 'USD' } });
    const swapped = readRow(row, { from: DOLLAR, to: EURO, amount: '100' });
    expect(swapped.units).toEqual({ from: EURO, to: DOLLAR });
  });

  it('shows its figures as they were read, and the others as they were typed', () => {
    const row = readRow(rowOf([received('1200,50 USD'), percent('x'), percent('')]), SHOWN);
    expect(inFull(row).figures.map(({ text }) => text)).toEqual(['1,200.5', 'x', '']);
  });
});

describe('the rows of some lines', () => {
  const line: BankLine = {
    name: 'Card',
    terms: [{ kind: 'fee', end: 'to', figure: '1200.5' }],
    stated: { from: 'EUR', to: 'USD', amount: null },
  };

  it('state them again', () => {
    const rows = rowsOf([line, { ...line, name: 'Bureau' }], true);
    expect(rows.map((row) => readRow(row, SHOWN).line)).toEqual([line, { ...line, name: 'Bureau' }]);
    expect(rows.map(({ isNew }) => isNew)).toEqual([false, false]);
  });

  it('are an empty one where there are none', () => {
    const [row, ...more] = rowsOf([], true);
    expect(row).toMatchObject({ name: 'Your bank', figures: [rate('')], isNew: true });
    expect(more).toEqual([]);
  });

  it('have names and ids of their own', () => {
    const rows = [emptyRow([])];
    for (let count = 1; count < 6; count += 1) rows.push(emptyRow(rows));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(6);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
  });
});
