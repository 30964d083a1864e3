/** A code that people and programs use, and the known one in whose place it stands. */
export interface OtherCode {
  /** As it is usually written; `GBp` is pence. */
  readonly code: string;
  readonly use: string;
  /** How many of it are one of `use`; a tenth where it is ten of those. */
  readonly parts: number;
  /** Whether it has a market, and so a price, of its own. */
  readonly isApart: boolean;
}

/** Parts of units, in which exchanges quote shares, futures and coins, and the toman, in which Iran reckons. */
const PARTS: readonly (readonly [code: string, use: string, parts: number])[] = [
  ['GBX', 'GBP', 100],
  ['GBp', 'GBP', 100],
  ['ZAC', 'ZAR', 100],
  ['ILA', 'ILS', 100],
  ['USX', 'USD', 100],
  ['KWF', 'KWD', 1000],
  ['MBTC', 'BTC', 1000],
  ['UBTC', 'BTC', 1_000_000],
  ['SAT', 'BTC', 100_000_000],
  ['SATS', 'BTC', 100_000_000],
  ['GWEI', 'ETH', 1_000_000_000],
  ['IRT', 'IRR', 0.1],
];

/**
 * The same money under another code: what never was a code of ISO 4217 (islands at par with sterling, the dollars of Kiribati and
 * Tuvalu), popular wrong codes, tickers that exchanges gave up, and those of Kraken's ledger.
 */
const SAME: Readonly<Record<string, readonly string[]>> = {
  GBP: ['GGP', 'JEP', 'IMP', 'UKP', 'ZGBP'],
  USD: ['ZUSD'],
  EUR: ['EURO', 'ZEUR'],
  JPY: ['YEN', 'ZJPY'],
  CHF: ['SFR', 'SWF', 'ZCHF'],
  CAD: ['ZCAD'],
  AUD: ['KID', 'TVD', 'ZAUD'],
  NZD: ['CKD', 'PND'],
  DKK: ['FOK'],
  CNY: ['RMB'],
  TWD: ['NTD'],
  KRW: ['WON'],
  ILS: ['NIS'],
  AED: ['DHS'],
  THB: ['BHT'],
  MYR: ['RM'],
  TRY: ['TL', 'YTL'],
  KES: ['KSH'],
  TZS: ['TSH'],
  UGX: ['USH'],
  XDR: ['SDR'],
  XEU: ['ECU'],
  BTC: ['XBT', 'XXBT'],
  BCH: ['BCC', 'BAB', 'BCHABC'],
  BSV: ['BCHSV'],
  DASH: ['DSH', 'DRK'],
  DOGE: ['XDG', 'XXDG'],
  ETC: ['XETC'],
  ETH: ['XETH'],
  GLM: ['GNT'],
  IOTA: ['IOT', 'MIOTA'],
  LTC: ['XLTC'],
  NEO: ['ANS'],
  XLM: ['XXLM'],
  XMR: ['XXMR'],
  XRP: ['XXRP'],
  ZEC: ['XZEC'],
};

/** The yuan outside the mainland, traded apart from it. */
const APART = ['CNH', 'CNT'];

const OTHER_CODES: ReadonlyMap<string, OtherCode> = new Map(
  [
    ...PARTS.map(([code, use, parts]) => ({ code, use, parts, isApart: false })),
    ...Object.entries(SAME).flatMap(([use, codes]) =>
      codes.map((code) => ({ code, use, parts: 1, isApart: false })),
    ),
    ...APART.map((code) => ({ code, use: 'CNY', parts: 1, isApart: true })),
  ].map((other) => [other.code, other]),
);

/** What a text in any case, though `GBp` in its own alone, stands for; null for every known code and for what means nothing. */
export function otherCode(text: string): OtherCode | null {
  return OTHER_CODES.get(text) ?? OTHER_CODES.get(text.toUpperCase()) ?? null;
}

/** Which code to use instead: `Use GBP: 1 GBX is 1 GBP divided by 100.` */
export function useInstead({ code, use, parts, isApart }: OtherCode): string {
  if (isApart) return `Use ${use}, the nearest to it: ${code} has a price of its own.`;
  const part = parts < 1 ? ` times ${1 / parts}` : parts > 1 ? ` divided by ${parts}` : '';
  return `Use ${use}: 1 ${code} is 1 ${use}${part}.`;
}

/** The codes under which the very same unit is known elsewhere; empty for most. */
export function sameCodes(code: string): readonly string[] {
  return SAME[code] ?? [];
}

/** The codes among the words of a text that stand for others, each once. */
export function otherCodesIn(text: string): readonly OtherCode[] {
  return [...new Set(text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => otherCode(word) ?? []))];
}
