import { findCurrency } from '#lib/domain/currencies/currency';

/**
 * The money that Binance has or had markets in. Every other ticker that equals an ISO 4217 code (BEL, MTL, ERN) is an
 * asset of that name, and dropped.
 */
const FIAT: ReadonlySet<string> = new Set(
  'ARS AUD BRL COP CZK EUR GBP JPY MXN NGN PLN RON RUB TRY UAH ZAR'.split(' '),
);

/**
 * Tickers that Binance gave to another asset later: from which instant on the ticker means what our code means, and
 * our code for what it meant before, if we have one. LUNA: the new chain began on 2022-05-28. SKY was Skycoin and USDS
 * StableUSD; the assets that we know under these codes began on 2024-09-18.
 */
const USED_AGAIN: ReadonlyMap<string, { readonly since: Date; readonly before: string | null }> = new Map([
  ['LUNA', { since: new Date('2022-05-28T00:00:00Z'), before: 'LUNC' }],
  ['SKY', { since: new Date('2024-09-18T00:00:00Z'), before: null }],
  ['USDS', { since: new Date('2024-09-18T00:00:00Z'), before: null }],
]);

/** Our code for what Binance called `asset` at an instant; null for what we do not know. */
export function binanceAssetCode(asset: string, at: Date): string | null {
  const meaning = USED_AGAIN.get(asset);
  if (meaning !== undefined && at < meaning.since) return meaning.before;
  const currency = findCurrency(asset);
  if (currency === null) return null;
  return currency.kind === 'crypto' || FIAT.has(asset) ? asset : null;
}
