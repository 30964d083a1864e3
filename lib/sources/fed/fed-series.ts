/** FRED's ids of the daily series that are served, each with its first day, as in FRED's bulk archive of the release. */
export const FRED_SERIES: readonly { readonly id: string; readonly firstDay: string }[] = [
  { id: 'DEXUSEU', firstDay: '1999-01-04' },
  { id: 'DEXUSUK', firstDay: '1971-01-04' },
  { id: 'DEXUSAL', firstDay: '1971-01-04' },
  { id: 'DEXUSNZ', firstDay: '1971-01-04' },
  { id: 'DEXBZUS', firstDay: '1995-01-02' },
  { id: 'DEXCAUS', firstDay: '1971-01-04' },
  { id: 'DEXCHUS', firstDay: '1981-01-02' },
  { id: 'DEXDNUS', firstDay: '1971-01-04' },
  { id: 'DEXHKUS', firstDay: '1981-01-02' },
  { id: 'DEXINUS', firstDay: '1973-01-02' },
  { id: 'DEXJPUS', firstDay: '1971-01-04' },
  { id: 'DEXKOUS', firstDay: '1981-04-13' },
  { id: 'DEXMAUS', firstDay: '1971-01-04' },
  { id: 'DEXMXUS', firstDay: '1993-11-08' },
  { id: 'DEXNOUS', firstDay: '1971-01-04' },
  { id: 'DEXSDUS', firstDay: '1971-01-04' },
  { id: 'DEXSFUS', firstDay: '1971-01-04' },
  { id: 'DEXSIUS', firstDay: '1981-01-02' },
  { id: 'DEXSLUS', firstDay: '1973-01-02' },
  { id: 'DEXSZUS', firstDay: '1971-01-04' },
  { id: 'DEXTAUS', firstDay: '1983-10-03' },
  { id: 'DEXTHUS', firstDay: '1981-01-02' },
];

/** What a series id of the Federal Reserve says; nothing else in its documents is trusted for direction and currency. */
export type FedSeriesKind =
  | FedRateSeries
  /** A daily series that is no exchange rate of a currency that can be served. */
  | { readonly kind: 'left-out'; readonly reason: string }
  | { readonly kind: 'not-daily'; readonly frequency: 'monthly' | 'annual' };

/** A daily exchange rate. Direction: one unit of `base` costs the figure in units of `quote`. */
export interface FedRateSeries {
  readonly kind: 'rate';
  readonly base: string;
  readonly quote: string;
}

/** `RXI$US_N.B.EU`: the prefix is the direction, the middle letter the frequency, the end the area. */
const DDP_RATE_FORM = /^RXI(\$US)?_N\.([ABM])\.([A-Z]{2,3})$/;
/** `DEXUSEU` and `DEXJPUS` are daily, `EXUSEU` is monthly, `AEXUSEU` annual. */
const FRED_RATE_FORM = /^(DEX|EX|AEX)(?:US([A-Z]{2})|([A-Z]{2})US)$/;
/** Dollar indexes: `JRXWTFB_N.B` in the DDP, `DTWEXB`, `TWEXBMTH` and `RTWEXBGS` at FRED. */
const INDEX_FORM = /^(JRX|[DR]?TWEX)/;

/**
 * Reads a series id of either family: DDP (`RXI$US_N.B.EU`, `RXI_N.B.JA`) or FRED (`DEXUSEU`, `DEXJPUS`); null for a
 * text that is neither. `RXI$US` and `DEXUSxx` are US dollars per foreign unit, `RXI` and `DEXxxUS` foreign units per
 * US dollar. Source: the H.10 release, https://www.federalreserve.gov/releases/h10/
 */
export function readFedSeriesId(id: string): FedSeriesKind | null {
  if (INDEX_FORM.test(id)) return { kind: 'left-out', reason: 'a dollar index and no exchange rate' };
  const ddp = DDP_RATE_FORM.exec(id);
  if (ddp !== null) return describeSeries(DDP_FREQUENCIES[ddp[2] ?? ''], ddp[3] ?? '', ddp[1] !== undefined);
  const fred = FRED_RATE_FORM.exec(id);
  if (fred === null) return null;
  return describeSeries(FRED_FREQUENCIES[fred[1] ?? ''], fred[2] ?? fred[3] ?? '', fred[2] !== undefined);
}

type Frequency = 'daily' | 'monthly' | 'annual';
const DDP_FREQUENCIES: Readonly<Record<string, Frequency>> = { B: 'daily', M: 'monthly', A: 'annual' };
const FRED_FREQUENCIES: Readonly<Record<string, Frequency>> = { DEX: 'daily', EX: 'monthly', AEX: 'annual' };

function describeSeries(
  frequency: Frequency | undefined,
  area: string,
  isPerForeign: boolean,
): FedSeriesKind {
  if (frequency === 'monthly' || frequency === 'annual') return { kind: 'not-daily', frequency };
  if (VENEZUELA.has(area)) return { kind: 'left-out', reason: VENEZUELA_REASON };
  const currency = CURRENCIES_BY_AREA[area];
  if (currency === undefined)
    return { kind: 'left-out', reason: 'of an area that is not in the H.10 release' };
  return isPerForeign
    ? { kind: 'rate', base: currency, quote: 'USD' }
    : { kind: 'rate', base: 'USD', quote: currency };
}

const VENEZUELA: ReadonlySet<string> = new Set(['VE', 'VES', 'VZ']);
const VENEZUELA_REASON =
  'the bolivar, whose redenominations of 2018 and 2021 run through one series without a change of label';

/** The Fed's own area codes; Japan is JA in the DDP and JP at FRED. */
const CURRENCIES_BY_AREA: Readonly<Record<string, string>> = {
  AL: 'AUD',
  BZ: 'BRL',
  CA: 'CAD',
  CH: 'CNY',
  DN: 'DKK',
  EU: 'EUR',
  HK: 'HKD',
  IN: 'INR',
  JA: 'JPY',
  JP: 'JPY',
  KO: 'KRW',
  MA: 'MYR',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  SD: 'SEK',
  SF: 'ZAR',
  SI: 'SGD',
  SL: 'LKR',
  SZ: 'CHF',
  TA: 'TWD',
  TH: 'THB',
  UK: 'GBP',
};
