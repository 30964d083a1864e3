import { describe, expect, it } from 'vitest';

import { findCurrency } from './currency.ts';
import { CURRENCIES_WITH_FIRST_DAY, isBeforeFirstDay } from './currency-first-days.ts';
import { addDays, parseIsoDay } from '#lib/domain/iso-day';
import { RETIRED_CURRENCIES } from './currencies-retired.ts';

describe('the first days of currencies', () => {
  it('are days of known codes', () => {
    for (const [code, day] of CURRENCIES_WITH_FIRST_DAY) {
      expect(findCurrency(code), code).not.toBeNull();
      expect(parseIsoDay(day), code).not.toBeNull();
    }
  });

  it('leave no day on which neither the old nor the new money has figures', () => {
    const gaps = [...CURRENCIES_WITH_FIRST_DAY.keys()].filter((code) => {
      const lastDays = RETIRED_CURRENCIES.filter(({ successor }) => successor === code).map(
        ({ lastDay }) => lastDay,
      );
      const newest = lastDays.toSorted().at(-1);
      return newest !== undefined && isBeforeFirstDay(code, addDays(newest, 1));
    });
    expect(gaps).toEqual([]);
  });

  it('are before no last day of the same code', () => {
    const odd = RETIRED_CURRENCIES.filter(({ code, lastDay }) => isBeforeFirstDay(code, lastDay));
    expect(odd.map(({ code }) => code)).toEqual([]);
  });
});
