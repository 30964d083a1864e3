import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { localNumber, plainNumber } from './number-text.ts';
import { localeOf, LOCALES, nearestLocale } from './locale.ts';

const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
const plain = fc
  .tuple(fc.boolean(), fc.stringMatching(/^(0|[1-9]\d{0,29})$/), fc.option(digits(30)))
  .map(
    ([isNegative, whole, fraction]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  );

describe('numbers of a locale', () => {
  it('are read back digit for digit as they were written, however long', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(...LOCALES), (text, locale) => {
        expect(plainNumber(localNumber(text, locale), locale)).toBe(text);
      }),
    );
  });

  it('differ from the plain text in marks only', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(...LOCALES), (text, locale) => {
        const bare = localNumber(text, locale).replaceAll(locale.group, '').replace(locale.decimal, '.');
        expect(bare).toBe(text);
      }),
    );
  });

  it.each([
    ['en', '1,234,567.89'],
    ['us', '1,234,567.89'],
    ['de', '1.234.567,89'],
    ['ch', '1’234’567.89'],
    ['fr', '1\u202f234\u202f567,89'],
    ['in', '12,34,567.89'],
    ['iso', '1\u202f234\u202f567.89'],
  ])('are written by %s as %s', (id, text) => {
    expect(localNumber('1234567.89', localeOf(id))).toBe(text);
  });

  it('are not read where the groups are not those of the locale', () => {
    expect(plainNumber('12.34', localeOf('de'))).toBeNull();
    expect(plainNumber('1.234.56', localeOf('de'))).toBeNull();
    expect(plainNumber('1,234', localeOf('de'))).toBe('1.234');
    expect(plainNumber('1.234', localeOf('de'))).toBe('1234');
    expect(plainNumber('', localeOf('de'))).toBeNull();
  });
});

describe('a locale', () => {
  it.each([
    [['de-CH', 'de'], 'ch'],
    [['de'], 'de'],
    [['fr-FR'], 'fr'],
    [['pt-BR'], 'de'],
    [['sv'], 'fr'],
    [['en-IN'], 'in'],
    [['en-US'], 'us'],
    [['en-GB'], 'en'],
    [['ja'], 'en'],
    [[], 'en'],
  ])('nearest to %j is %s', (languages, id) => {
    expect(nearestLocale(languages)).toBe(id);
  });

  it('of a name that nobody knows is the default', () => {
    expect(localeOf('xx').id).toBe('en');
    expect(localeOf(undefined).id).toBe('en');
  });
});
