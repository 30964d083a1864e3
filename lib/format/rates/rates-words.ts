import type { Shelf } from '#lib/domain/currencies/currency-shelf';
import type { Region } from '#lib/domain/currencies/region';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';

/** The name of a shelf as a choice. */
export const SHELF_NAMES: Readonly<Record<Shelf, string>> = {
  fiat: 'Fiat',
  pegged: 'Pegged',
  metal: 'Metals, units',
  crypto: 'Crypto',
  ended: 'Ended',
};

/** The heading over a shelf's rows. */
export const SHELF_HEADINGS: Readonly<Record<Shelf, string>> = {
  fiat: 'Fiat, freely traded',
  pegged: 'Pegged by law',
  metal: 'Metals and units of account',
  crypto: 'Crypto-assets',
  ended: 'No longer in use, at their legal rate',
};

/** The name of a region. */
export const REGION_NAMES: Readonly<Record<Region, string>> = {
  europe: 'Europe',
  'north-america': 'North America',
  'latin-america': 'Latin America and Caribbean',
  'middle-east': 'Middle East',
  africa: 'Africa',
  asia: 'Asia',
  oceania: 'Oceania',
};

/** Names that begin with a word that is no proper noun, as they stand within a sentence. */
const WITHIN_SENTENCE: Readonly<Record<string, string>> = { EUR: 'euro', GBP: 'pound sterling' };

/** A currency within a sentence: `the US dollar`, `the euro`, `Bitcoin`. */
export function withinSentence({ code, name, kind }: CurrencyOption): string {
  if (kind === 'crypto') return name;
  return kind === 'metal' ? name.toLowerCase() : `the ${WITHIN_SENTENCE[code] ?? name}`;
}

/** A number of currencies: `1 currency`, `171 currencies`. */
export function currencyCount(count: number): string {
  return `${wholeText(count)} ${count === 1 ? 'currency' : 'currencies'}`;
}

/** Of which day rates are, after what they are rates of: `, 3 Mar 2026`; nothing for now. */
export function pastText(date: IsoDay | null): string {
  return date === null ? '' : `, ${dayText(startOfDay(date))}`;
}
