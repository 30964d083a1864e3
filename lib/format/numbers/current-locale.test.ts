import { fc } from '#lib/testing/seeded-fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isoDayOf } from '#lib/domain/iso-day';
import { ageText } from '#lib/format/sources/ages';
import { amountFieldText, readAmountText, readFieldText, regroupEdited } from './amount-text.ts';
import { chartDate, daysText } from '#lib/format/charts/chart-dates';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { readLocaleWith } from './current-locale.ts';
import { amountParts, exactAmountParts, figureText, plainFigure, rateParts } from './figures.ts';
import { dayText, instantText, weekdayText } from '#lib/format/instants';
import { typedParts } from './ledger-columns.ts';
import { DEFAULT_LOCALE, type LocaleId, LOCALES } from './locale.ts';
import { plainNumber } from './number-text.ts';
import { changeText } from '#lib/format/rates/rates-change';

const EURO = { code: 'EUR', mark: '€' };

const AT = new Date('2026-04-13T12:10:00Z');

afterEach(() => readLocaleWith(() => DEFAULT_LOCALE));

function inLocale(id: LocaleId): void {
  readLocaleWith(() => id);
}

describe('figures in the chosen locale', () => {
  it('keep their parts, so that strong and muted digits stay where they were', () => {
    inLocale('de');
    expect(amountParts(1234567.23898, 2)).toEqual({ integer: '1.234.567', strong: ',24', muted: '' });
    expect(rateParts(17187.6401)).toEqual({ integer: '17.187', strong: ',64', muted: '01' });
    expect(figureText(amountParts(191_800.75, 0))).toBe('191.801');
    expect(shortRate(1.1684)).toBe('1,1684');
    expect(changeText(-1234.5).figure).toBe('−1.234,50');
    expect(changeText(0.23).figure).toBe('+0,23');
    expect(ageText(1500 * 86_400_000)).toBe('1.500 d');
  });

  it.each(LOCALES.map(({ id }) => id))('are read back as they are seen in %s, to be stepped', (id) => {
    inLocale(id);
    for (const amount of [116.84, 1234567.23898, 11684, 0.85587]) {
      const seen = figureText(exactAmountParts(amount, 2));
      expect(Number(plainNumber(seen))).toBe(amount);
    }
  });

  it('are copied plain and with a point whatever is chosen', () => {
    inLocale('fr');
    expect(plainFigure(1234.5)).toBe('1234.5');
  });

  it('have the same digits in every locale', () => {
    const digitsOf = (text: string) => text.replace(/\D/g, '');
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e14, noNaN: true }), (figure) => {
        const texts = LOCALES.map(({ id }) => {
          inLocale(id);
          return digitsOf(figureText(amountParts(figure, 2)));
        });
        expect(new Set(texts).size).toBe(1);
      }),
    );
  });
});

describe('typed amounts in the chosen locale', () => {
  it('are read back exactly as the field shows them', () => {
    const amount = fc
      .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.stringMatching(/^\d{0,5}[1-9]$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`);
    fc.assert(
      fc.property(amount, fc.constantFrom(...LOCALES), (plain, { id }) => {
        inLocale(id);
        const read = readAmountText(amountFieldText(plain, 2));
        expect(read).toEqual({ kind: 'amount', amount: plain, isSum: false });
      }),
    );
  });

  it('are read as the page writes them', () => {
    inLocale('de');
    expect(readAmountText('1.200')).toEqual({ kind: 'amount', amount: '1200', isSum: false });
    expect(readAmountText('1.200*1,19')).toEqual({ kind: 'amount', amount: '1428', isSum: true });
    expect(readAmountText('1,200')).toEqual({ kind: 'amount', amount: '1.2', isSum: false });
    expect(readAmountText('1.5')).toEqual({ kind: 'amount', amount: '1.5', isSum: false });
    inLocale('en');
    expect(readAmountText('1.200')).toEqual({ kind: 'amount', amount: '1.2', isSum: false });
    expect(readAmountText('1.200,5')).toEqual({ kind: 'amount', amount: '1200.5', isSum: false });
  });

  it('are grouped as they are typed, the caret behind its digit', () => {
    inLocale('de');
    const own = (text: string) => ({ text, isGrouped: true });
    expect(regroupEdited(own('120'), { text: '1200', caret: 4, inserted: '0' })).toEqual({
      ...own('1.200'),
      caret: 5,
    });
    expect(regroupEdited(own('1.200,00'), { text: '91.200,00', caret: 1, inserted: '9' }).text).toBe(
      '91.200,00',
    );
    expect(readFieldText(own('1.200,5'), EURO)).toEqual({ kind: 'amount', amount: '1200.5', isSum: false });
    inLocale('in');
    expect(regroupEdited(own('12,345'), { text: '12,3456', caret: 7, inserted: '6' })).toEqual({
      ...own('1,23,456'),
      caret: 8,
    });
  });

  it('are cut at the mark of the locale, so that it stands above the others', () => {
    inLocale('de');
    expect(typedParts('1.200,50')).toEqual({ integer: '1.200', fraction: ',50' });
    expect(typedParts('1,200.50')).toEqual({ integer: '1,200.50', fraction: '' });
  });
});

describe('days in the chosen locale', () => {
  it.each([
    ['en', '13 Apr 2026', 'Mon 13 Apr', 'Monday 13 April 2026', '3 to 6 Apr'],
    ['us', 'Apr 13, 2026', 'Mon Apr 13', 'Monday April 13, 2026', 'Apr 3 to Apr 6'],
    ['de', '13.04.2026', 'Mon 13.04.', 'Monday 13.04.2026', '03.04. to 06.04.'],
    ['fr', '13/04/2026', 'Mon 13/04', 'Monday 13/04/2026', '03/04 to 06/04'],
    ['iso', '2026-04-13', 'Mon 04-13', 'Monday 2026-04-13', '04-03 to 04-06'],
  ] as const)('are written by %s as %s', (id, day, weekday, full, span) => {
    inLocale(id);
    expect(dayText(AT)).toBe(day);
    expect(weekdayText(AT)).toBe(weekday);
    expect(chartDate(AT.getTime(), 'full')).toBe(full);
    expect(daysText(isoDayOf(new Date('2026-04-03')), isoDayOf(new Date('2026-04-06')), 2026)).toBe(span);
    expect(instantText(AT)).toBe(`${day}, 12:10 UTC`);
  });
});
