/** A market of the exchange under the exchange's names. */
export interface KrakenMarket {
  /** As in answers: XXBTZUSD. */
  readonly key: string;
  /** As people write it: XBTUSD; a dark pool ends in `.d`. */
  readonly altname: string;
  /** XBT/USD; null for a dark pool. */
  readonly wsname: string | null;
  readonly krakenBase: string;
  readonly krakenQuote: string;
  readonly base: string;
  readonly quote: string;
  readonly decimals: number;
  /** Nobody traded in the last day. */
  readonly isIdle: boolean;
}

/** `BASE QUOTE:decimals ...` */
const MARKETS = `
BTC USD:1 EUR:1 GBP:1 CAD:1 JPY:0 AUD:1 CHF:1 USDT:1 USDC:1
ETH USD:2 EUR:2 GBP:2 CAD:2 JPY:0 BTC:5 USDT:2
SOL USD:2 EUR:2 BTC:7
XRP USD:5 EUR:5 BTC:8
ADA USD:6 EUR:6
DOGE USD:7 EUR:7
DOT USD:4 EUR:4
LTC USD:2 EUR:2 BTC:7
LINK USD:4 EUR:4
XLM USD:6 EUR:6
XMR USD:2 EUR:2
ZEC USD:2 EUR:2
ETC USD:3 EUR:3
BCH USD:2 EUR:2
ATOM USD:4 EUR:4
XTZ USD:4 EUR:4
AVAX USD:3 EUR:3
UNI USD:3 EUR:3
AAVE USD:2 EUR:2
TRX USD:6 EUR:6
ALGO USD:5 EUR:5
FIL USD:3 EUR:3
USDT USD:5 EUR:5 GBP:5
USDC USD:4 EUR:4
DAI USD:5
EUR USD:5 GBP:5 CHF:5 JPY:3 CAD:5
GBP USD:5
AUD USD:5
USD CAD:5 JPY:3 CHF:5
`;

/** The exchange trades large orders of some pairs out of sight, under names that end in `.d` and without `wsname`. */
const DARK_POOLS = ['BTC/USD', 'BTC/EUR', 'ETH/USD', 'ETH/EUR', 'ETH/BTC'];

const IDLE = 'REP ETH:7';

const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['BTC', 'XBT'],
  ['DOGE', 'XDG'],
]);

/** The oldest assets have a letter in front: X for crypto, Z for money. */
const WITH_X = ['BTC', 'ETH', 'LTC', 'XRP', 'XLM', 'XMR', 'ZEC', 'ETC', 'DOGE', 'REP'];
const WITH_Z = ['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'AUD'];

/** Markets made with both letters; younger ones of the same assets are named without them. */
const WITH_LETTERS = new Set(
  (
    'BTC/USD BTC/EUR BTC/GBP BTC/CAD BTC/JPY ETH/USD ETH/EUR ETH/GBP ETH/CAD ETH/JPY ETH/BTC XRP/USD XRP/EUR XRP/BTC ' +
    'LTC/USD LTC/EUR LTC/BTC XLM/USD XLM/EUR XMR/USD XMR/EUR ZEC/USD ZEC/EUR ETC/USD ETC/EUR EUR/USD GBP/USD USD/CAD ' +
    'USD/JPY REP/ETH'
  ).split(' '),
);

/** Every market, in the order of keys. */
export const KRAKEN_MARKETS: readonly KrakenMarket[] = [
  ...MARKETS.trim()
    .split('\n')
    .flatMap((line) => readLine(line, false)),
  ...readLine(IDLE, true),
]
  .flatMap((market) => [market, ...darkPoolOf(market)])
  .toSorted((one, other) => (one.key < other.key ? -1 : 1));

function readLine(line: string, isIdle: boolean): readonly KrakenMarket[] {
  const [base = '', ...cells] = line.split(' ');
  return cells.map((cell) => {
    const [quote = '', decimals] = cell.split(':');
    const [one, other] = [ownName(base), ownName(quote)];
    const [krakenBase, krakenQuote] = [withLetter(base), withLetter(quote)];
    const isOld = WITH_LETTERS.has(`${base}/${quote}`);
    // Tether's first market has the letter on one side only.
    const key = isOld
      ? `${krakenBase}${krakenQuote}`
      : `${base}/${quote}` === 'USDT/USD'
        ? 'USDTZUSD'
        : `${one}${other}`;
    const names = { key, altname: `${one}${other}`, wsname: `${one}/${other}`, krakenBase, krakenQuote };
    return { ...names, base, quote, decimals: Number(decimals), isIdle };
  });
}

function darkPoolOf(market: KrakenMarket): readonly KrakenMarket[] {
  if (!DARK_POOLS.includes(`${market.base}/${market.quote}`)) return [];
  return [{ ...market, key: `${market.key}.d`, altname: `${market.altname}.d`, wsname: null }];
}

function ownName(code: string): string {
  return OWN_NAMES.get(code) ?? code;
}

function withLetter(code: string): string {
  if (WITH_X.includes(code)) return `X${ownName(code)}`;
  return WITH_Z.includes(code) ? `Z${code}` : code;
}
