import { CRYPTO_ASSETS } from '#lib/domain/currencies/crypto-assets';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A market of the exchange; 1 base = price quote. */
export interface BinanceMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly isTrading: boolean;
}

/** Money against the tether: which side it stands on differs. */
const MONEY = [
  'EUR/USDT',
  'USDT/TRY',
  'USDT/BRL',
  'USDT/ZAR',
  'USDT/MXN',
  'USDT/PLN',
  'USDT/RON',
  'USDT/ARS',
  'USDT/CZK',
];

const MAIN_ASSETS =
  'BTC ETH BNB SOL XRP ADA DOGE TRX DOT LINK LTC BCH XLM ETC ATOM AVAX UNI AAVE ALGO FIL HBAR SUI TON NEAR APT ARB OP INJ'.split(
    ' ',
  );
const MAIN_MARKETS = [
  ...MAIN_ASSETS.map((asset) => `${asset}/USDT`),
  ...['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA'].flatMap((asset) => [
    `${asset}/EUR`,
    `${asset}/TRY`,
    `${asset}/USDC`,
  ]),
  ...'ETH/BTC BNB/BTC SOL/BTC XRP/BTC LTC/BTC USDC/USDT FDUSD/USDT DAI/USDT PAXG/USDT'.split(' '),
  ...MONEY,
];

/** Closed or renamed for good; the exchange keeps listing them. */
const DEAD_MARKETS =
  'BCC/BTC HSR/BTC OAX/ETH VEN/USDT BCC/USDT GBP/USDT AUD/USDT BUSD/USDT BTC/BUSD ETH/BUSD USDT/RUB BTC/RUB USDT/UAH BTC/UAH USDT/NGN BTC/NGN BTC/AUD BTC/GBP LUNA/BTC USDT/BIDR'.split(
    ' ',
  );

/** What a load test's markets are quoted in, until there are enough. */
const QUOTES = 'USDT TRY EUR USDC FDUSD BRL JPY MXN PLN RON CZK ZAR ARS'.split(' ');

/** A price below this has too few digits in eight decimals. */
const PRICE_MIN = 1e-5;

/** The exchange's markets: the main ones, or `count` of them for a load test, and the dead ones beside. */
export function binanceMarkets(rates: SimulatedRates, count: number | null): readonly BinanceMarket[] {
  const made =
    count === null ? [] : QUOTES.flatMap((quote) => CRYPTO_ASSETS.map(({ code }) => `${code}/${quote}`));
  const moment = rates.at(new Date('2026-11-01T00:00:00Z'));
  const names = new Set<string>();
  for (const name of [...MAIN_MARKETS, ...made]) {
    const [base = '', quote = ''] = name.split('/');
    const isThere = names.has(`${quote}/${base}`) || DEAD_MARKETS.includes(name) || base === quote;
    if (!isThere && (moment.rate(base, quote) ?? 0) >= PRICE_MIN) names.add(name);
  }
  const trading = [...names].slice(0, count ?? names.size).map((name) => marketOf(name, true));
  return [...trading, ...DEAD_MARKETS.map((name) => marketOf(name, false))];
}

function marketOf(name: string, isTrading: boolean): BinanceMarket {
  const [base = '', quote = ''] = name.split('/');
  return { symbol: `${base}${quote}`, base, quote, isTrading };
}
