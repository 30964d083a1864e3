import type {
  Conversion,
  ConversionWithProvenance,
  CurrenciesResponse,
  HistoricalSeriesResponse,
  PairRate,
  PairRateWithProvenance,
  PairComparison,
  PairSources,
  RateSeriesResponse,
  RatesTableResponse,
  StatusReport,
} from './responses.ts';

/** A request and what it was answered. */
export interface ApiExample {
  readonly id: string;
  readonly summary: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: object;
  /** Whether lists in it are shorter than they were. */
  readonly isShortened: boolean;
}

/** The day whose figures the examples are. */
export const EXAMPLE_DAY = '2026-04-13';

/** The instant at which the examples were answered: the ECB has published the day's figures. */
export const EXAMPLE_AT = '2026-04-13T15:00:00Z';

const AT = '2026-04-13T12:10:00.000Z';
const LAW_AT = '2026-04-13T00:00:00.000Z';

const CONVERSION: Conversion = {
  from: 'USD',
  to: 'JPY',
  amount: 1200,
  result: 191_800.753_166_724,
  rate: 159.833_960_972_27,
  source: 'ecb',
  timestamp: AT,
};

const CONVERSION_BY_LAW: ConversionWithProvenance = {
  from: 'XPF',
  to: 'EUR',
  amount: 1000,
  result: 8.38,
  rate: 0.008_38,
  source: 'fixed',
  timestamp: LAW_AT,
  provenance: {
    kind: 'direct',
    age: 'law',
    legs: [
      {
        source: 'fixed',
        base: 'XPF',
        quote: 'EUR',
        figure: 0.008_38,
        inverted: false,
        observedAt: LAW_AT,
        age: 'law',
        firstSeenAt: null,
        act: 'French decree of 31 December 1998: 1000 XPF are 8.38 EUR',
        document: null,
      },
    ],
  },
};

const RATES: RatesTableResponse = {
  base: 'EUR',
  source: 'ecb',
  timestamp: AT,
  rates: {
    AUD: 1.661,
    BRL: 5.874,
    CAD: 1.6177,
    CHF: 0.9242,
    CNY: 7.9827,
    CZK: 24.378,
    DKK: 7.4727,
    EUR: 1,
    GBP: 0.870_58,
    HKD: 9.1507,
    HUF: 366.9,
    IDR: 20_082.05,
    ILS: 3.5787,
    INR: 109.047,
    ISK: 143.2,
    JPY: 186.75,
    KRW: 1740.86,
    MXN: 20.3203,
    MYR: 4.6444,
    NOK: 11.098,
    NZD: 2.0081,
    PHP: 70.356,
    PLN: 4.2543,
    RON: 5.092,
    SEK: 10.892,
    SGD: 1.4912,
    THB: 37.728,
    TRY: 52.2478,
    USD: 1.1684,
    ZAR: 19.3849,
  },
  success: true,
};

const PAIR: PairRate = { from: 'USD', to: 'JPY', rate: 159.833_960_972_27, source: 'ecb', timestamp: AT };

const PAIR_BY_LAW: PairRateWithProvenance = {
  from: 'EUR',
  to: 'XOF',
  rate: 655.957,
  source: 'fixed',
  timestamp: LAW_AT,
  provenance: {
    kind: 'direct',
    age: 'law',
    legs: [
      {
        source: 'fixed',
        base: 'EUR',
        quote: 'XOF',
        figure: 655.957,
        inverted: false,
        observedAt: LAW_AT,
        age: 'law',
        firstSeenAt: null,
        act: 'Council Decision 98/683/EC',
        document: null,
      },
    ],
  },
};

const COMPARISON: PairComparison = {
  from: 'EUR',
  to: 'XOF',
  rates: [
    {
      source: PAIR_BY_LAW.source,
      rate: PAIR_BY_LAW.rate,
      timestamp: PAIR_BY_LAW.timestamp,
      provenance: PAIR_BY_LAW.provenance,
    },
  ],
  without: [
    {
      source: 'ecb',
      code: 'pair_unavailable',
      message: 'No rate for EUR to XOF. Tried ecb: it publishes no current figure for the pair.',
    },
  ],
};

const PAIR_SOURCES: PairSources = { from: 'USD', to: 'JPY', sources: ['ecb'] };

const HISTORY: HistoricalSeriesResponse = {
  from: 'EUR',
  to: 'USD',
  source: 'all',
  count: 3,
  points: [
    { rate: 1.1685, source: 'ecb', timestamp: '2026-04-09T12:10:00.000Z' },
    { rate: 1.1711, source: 'ecb', timestamp: '2026-04-10T12:10:00.000Z' },
    { rate: 1.1684, source: 'ecb', timestamp: AT },
  ],
};

const SERIES: RateSeriesResponse = {
  base: 'EUR',
  source: 'default',
  days: ['2026-04-09', '2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13'],
  series: {
    USD: {
      rate: 1.1684,
      source: 'ecb',
      timestamp: AT,
      age: 'fresh',
      change: { day1: -0.2306, day7: 1.3796, day30: 1.8125 },
      since: {
        day1: { day: '2026-04-10', rate: 1.1711 },
        day7: { day: '2026-04-02', rate: 1.1525 },
        day30: { day: '2026-03-13', rate: 1.1476 },
      },
      points: [1.1685, 1.1711, null, null, 1.1684],
      earlier: [{ day: '2026-03-13', rate: 1.1476 }],
    },
  },
};

const CURRENCIES: CurrenciesResponse = {
  count: 525,
  currencies: [
    {
      code: 'ADP',
      name: 'Andorran peseta',
      symbol: null,
      kind: 'fiat',
      peggedTo: null,
      minorUnits: 0,
      countries: ['Andorra'],
      regions: ['europe'],
      active: false,
      lastDay: '1998-12-31',
      successor: 'EUR',
      sources: [],
    },
    {
      code: 'AED',
      name: 'UAE dirham',
      symbol: 'د.إ',
      kind: 'pegged',
      peggedTo: 'USD',
      minorUnits: 2,
      countries: ['United Arab Emirates'],
      regions: ['middle-east'],
      active: true,
      lastDay: null,
      successor: null,
      sources: ['fixed'],
    },
  ],
};

const STATUS: StatusReport = {
  overall: 'operational',
  sources: [
    {
      source: 'ecb',
      status: 'operational',
      latencyMs: 123,
      lastCheckedAt: '2026-04-13T14:45:00.713Z',
    },
    { source: 'fixed', status: 'operational', latencyMs: 0, lastCheckedAt: LAW_AT },
  ],
  services: [
    { service: 'api', status: 'operational', latencyMs: 0, lastCheckedAt: '2026-04-13T15:00:00.029Z' },
    { service: 'database', status: 'operational', latencyMs: 1, lastCheckedAt: '2026-04-13T15:00:00.029Z' },
    { service: 'ingest', status: 'operational', latencyMs: 1, lastCheckedAt: '2026-04-13T15:00:00.029Z' },
  ],
};

function example(
  id: string,
  summary: string,
  query: ApiExample['query'],
  body: object,
  isShortened = false,
): ApiExample {
  return { id, summary, query, body, isShortened };
}

/** True answers of a service with the ECB and the rates of law at {@link EXAMPLE_AT}; the first of each begins its box. */
export const EXAMPLES = {
  convert: [
    example(
      'convert',
      '1,200 US dollars in yen, a cross of two figures from one publication of the ECB',
      { from: 'USD', to: 'JPY', amount: '1200' },
      CONVERSION,
    ),
    example(
      'by-law',
      '1,000 CFP francs in euro, a rate of law, with how it was made',
      { from: 'XPF', to: 'EUR', amount: '1000', include: 'provenance' },
      CONVERSION_BY_LAW,
    ),
  ],
  rates: [example('rates', 'Every rate of the euro at the ECB', { base: 'EUR', source: 'ecb' }, RATES)],
  pair: [
    example('pair', 'Yen for one US dollar', { from: 'USD', to: 'JPY' }, PAIR),
    example(
      'by-law',
      'CFA francs for one euro, with how the rate was made',
      { from: 'EUR', to: 'XOF', include: 'provenance' },
      PAIR_BY_LAW,
    ),
  ],
  'pair-sources': [
    example('sources', 'Who has yen for one US dollar', { from: 'USD', to: 'JPY' }, PAIR_SOURCES),
  ],
  compare: [
    example('comparison', 'CFA francs for one euro at every source', { from: 'EUR', to: 'XOF' }, COMPARISON),
  ],
  historical: [
    example(
      'historical',
      'The newest three observations of the euro in US dollars',
      { from: 'EUR', to: 'USD', limit: '3' },
      HISTORY,
    ),
  ],
  series: [
    example(
      'series',
      'Five days of US dollars for one euro',
      { base: 'EUR', codes: 'USD', days: '5' },
      SERIES,
    ),
  ],
  currencies: [example('currencies', 'Two of the known currencies', {}, CURRENCIES, true)],
  status: [example('status', 'A report of two sources', {}, STATUS)],
} as const satisfies Readonly<Record<string, readonly ApiExample[]>>;

/** The name of an endpoint in addresses and in generated clients. */
export type OperationId = keyof typeof EXAMPLES;
