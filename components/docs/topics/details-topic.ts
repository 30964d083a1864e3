import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { type DocsTopic, termsOf, type TopicPart } from './topic.ts';

/** Where the interface (docs/interface.md) leaves something open and a caller must know what this service does. */
export const DECISIONS: readonly TopicPart[] = [
  {
    id: 'silent-numbers',
    heading: 'Numbers',
    text: [],
    terms: termsOf({
      rate: 'Published in the direction that was asked for: as published. Else the exact quotient or product of the published figures, rounded once, half-even, to 15 significant digits, the most that a JSON number carries safely.',
      result:
        '`amount` times the exact rate, not times the rounded one, rounded once to 15 digits, never to cents. So `amount=1` gives `rate`. Only `rule` rounds otherwise.',
      'from = to':
        'Rate 1, with source and time of the first source that has a current figure of the currency; 404 if no source has one.',
      'legal rates':
        'In their legal direction with all legal digits (1 EUR = 340.750 GRD, 1000 XPF = 8.38 EUR). The other direction is a division by the legal rate, never a product with a rounded inverse.',
      'rounded by us':
        'Float noise of `web-finance`, `charting-platform` and `web-search` is rounded away once when a figure arrives, to what they show people or to 7 significant digits. Figures of banks and of the exchange stay as published.',
    }),
  },
  {
    id: 'silent-choice',
    heading: 'Which rate',
    text: [],
    terms: termsOf({
      'with source':
        'Direct, inverse, or a cross inside that source through USD, EUR or its own base, both legs of one publication. Never anything else: no other source is used in its place.',
      without:
        'The first source in priority whose own answer is fresh or late; then a cross between sources through USD, EUR or both; then the first stale answer within its age limit; then a cross that contains stale figures.',
      'a cross':
        'Has the name of its leg of lowest priority, and the time of its oldest figure that is not a legal rate.',
      priority: 'The order under “Sources and terms”. The operator may change it with `SOURCE_PRIORITY`.',
      '/rates':
        'Every code that the base reaches under the rules of `/rates/pair`, so that table and pair agree. A base that no source has is 404.',
      '/rates/sources':
        'Lists a source if and only if the request with `source` answers 200. If none has it: 200 with an empty list.',
    }),
  },
  {
    id: 'silent-history',
    heading: 'History',
    text: [],
    terms: termsOf({
      points:
        'Without `group`, real observations only. No day is filled with the one before, nothing is averaged, nothing crossed between publishers.',
      order: 'Oldest first; at the same instant, in the order of priority.',
      limit:
        '1000 unless you ask for another number, at most 5000. A range with more gives the newest, with `X-Truncated: true` and a `Link` of `rel="prev"`: follow the links until there is none, and you have had every point exactly once.',
      dates:
        'A day is a UTC day and both ends count. A start after the end, or a day that does not exist, is 400. Nothing in the range is 200 with `count` 0.',
      markets:
        'Quotes are kept by minute, hour and day. An answer uses the finest of the three that fits `limit`, or a finer one if that has fewer than five points; without dates it uses days. Each point is the last real quote of its span, at its own time.',
      fixed:
        'With `source=fixed`, one point for each calendar day on which the rate is in force. Without `source`, legal rates are decided day by day: where the rate of a day rests on one, history has the same rate as a point, alone (EUR/XOF) or applied to the figures of the currency that the law names (USD/MOP, and BGN/USD since 2026).',
    }),
  },
  {
    id: 'silent-computed',
    heading: 'Figures that pages compute',
    text: [],
    terms: termsOf({
      change: `Of 1, 7 or 30 days: from the newest observation at least so many days before the day of the rate, at most nine days more. \`since\` of \`${ENDPOINT_PATHS.series}\` names it. Of a range of a chart: from its first point to its last.`,
      'high and low': 'Of equal points, the earliest. `stat=high` and `stat=low` do the same with days.',
      mean: 'Every point of the range counts once, whatever lies between them.',
      percentile:
        'How many of the other points of the range are below the last one, in percent, cut to a whole number. There is none where all points are equal.',
      volatility:
        'The sample standard deviation (n − 1) of the logarithmic returns from the last point of a day to that of the next day with a point, times the square root of 252 (of 365 for crypto), in percent. A quote of Sunday evening in the foreign exchange market is of Monday. It takes three days.',
      median: `Of every source that has a rate of the pair on its own, as \`${ENDPOINT_PATHS.compare}\` lists them: late, stale and legal rates too, each once; of an even number the mean of the middle two.`,
      'what a bank states':
        'A sum charged has the fees in the first currency in it, a sum received those in the second. If only the sum received is stated, fees in the first currency come on top of the amount. With a rate, fees in the first currency are taken out of the amount before it is converted, and those in the second out of what is received.',
    }),
  },
  {
    id: 'silent-codes',
    heading: 'Currency codes',
    text: [],
    terms: termsOf({
      case: 'Does not matter in a request; answers are in upper case.',
      retired:
        'No figure after the last day (HRK at `ecb` after 30 Dec 2022): 404, and the message says so. An irrevocable rate stays available at `fixed`.',
      stablecoins: 'USDT, USDC and DAI are codes of their own, never USD.',
      unknown:
        'XXX, XTS, parts of units (GBX, `GBp`, ZAC), CNH, GGP, JEP and IMP are no currencies here: 400 `unknown_currency`, which names the code to use.',
    }),
  },
  {
    id: 'silent-requests',
    heading: 'Requests',
    text: [],
    terms: termsOf({
      amount:
        '0, or 1e-12 to 1e15, at most 15 significant digits, with a point. Thousands separators, signs, hex and spaces are 400, not guessed.',
      unknown:
        'An unknown parameter is 400, so that a misspelt one never silently changes your request; with `Prefer: handling=lenient` it is ignored. One that is given twice is always 400.',
      order:
        'Checked in this order: HTTPS, path and method, key, rate limit, parameters, figures. The first check that fails decides the error.',
      key: 'In the header only. A key in an address is 400 and is never repeated or logged here, but replace it: addresses end up in the logs of others.',
      methods:
        'GET, HEAD and OPTIONS; else 405 with `Allow`. Pages of other origins may ask, with any header (CORS `*`).',
    }),
  },
  {
    id: 'silent-status',
    heading: 'Status',
    text: [],
    terms: termsOf({
      overall:
        '`outage` when every source but `fixed` is; `degraded` when any enabled source is not operational; else `operational`.',
      degraded:
        'Two checks in a row, or three of the last ten, that did not pass; or the newest figure is late; or a figure has been held for more than three checks.',
      outage:
        'Five failed checks in a row over two minutes or more (three where checks are ten minutes apart); or the newest figure is stale; or none can be served.',
      starting:
        'A source that was never checked is degraded while stored figures of it are current, else in outage. The first check that passes makes it operational.',
      services:
        '`api`, `database`, `ingest`, and `pages` where they were built, each with the fields of a source. A source that is not enabled here is not listed.',
    }),
  },
];

export const detailsTopic: DocsTopic = {
  slug: 'details',
  name: 'Details and edge cases',
  title: 'Details and edge cases',
  summary: 'What Crossrate does where the interface leaves it open: rounding, choice of source, days, codes.',
  parts: () => [
    {
      id: 'about',
      heading: null,
      text: [
        'The interface gives paths, fields and two errors, and leaves the rest open. Here is what Crossrate decided, as far as a caller can see it.',
      ],
    },
    ...DECISIONS,
  ],
};
