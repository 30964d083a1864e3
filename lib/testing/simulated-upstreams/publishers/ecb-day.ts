import type { IsoDay } from '#lib/domain/iso-day';
import { ecbFixingInstant } from '#lib/sources/ecb/facts';
import { ECB_CURRENCIES, type EcbCurrency } from './ecb-currencies.ts';
import type { FigureLens, Print } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** Reads off the figure of a currency on one day, printed by its number of decimals; 1 EUR = x foreign. */
export type EcbDay = (currency: EcbCurrency, print: (decimals: number) => Print) => string;

/** The reference rates of a day, as every document of the ECB states them. */
export type EcbDays = (lens: FigureLens, day: IsoDay, isNewest: boolean) => EcbDay;

/** Makes the reader of days. It keeps what it computed, as the history files hold 7,000 days: a memo of a pure function. */
export function createEcbDays(rates: SimulatedRates): EcbDays {
  const known = new Map<IsoDay, Float64Array>();
  const ratesOf = (day: IsoDay): Float64Array => {
    const kept = known.get(day);
    if (kept !== undefined) return kept;
    const moment = rates.at(ecbFixingInstant(day), 'ecb');
    const row = Float64Array.from(ECB_CURRENCIES, ({ code }) => moment.rate('EUR', code) ?? Number.NaN);
    known.set(day, row);
    return row;
  };
  return (lens, day, isNewest) => {
    const row = ratesOf(day);
    return (currency, print) =>
      lens.figure(row[ECB_CURRENCIES.indexOf(currency)] ?? Number.NaN, print(currency.decimals), isNewest);
  };
}
