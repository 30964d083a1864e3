import { ENDPOINT_PATHS } from './endpoint-paths.ts';
import type { ApiErrorCode } from './errors.ts';
import { errorsOf } from './openapi-errors.ts';
import { type ApiExample, EXAMPLES, type OperationId } from './openapi-examples.ts';
import type { HeaderName } from './openapi-headers.ts';
import {
  AMOUNT,
  type ApiParameter,
  apiParameters,
  BASE,
  CODES,
  DAYS,
  END_DATE,
  FROM,
  INCLUDE,
  LIMIT,
  SOURCE,
  START_DATE,
  TO,
} from './openapi-parameters.ts';
import type { SchemaName } from './openapi-schema-names.ts';
import {
  compareQuery,
  convertQuery,
  currenciesQuery,
  historicalQuery,
  pairQuery,
  ratesQuery,
  seriesQuery,
  sourcesQuery,
  statusQuery,
} from './queries.ts';

/** An endpoint of /v1 as its document tells of it. */
export interface ApiOperation {
  /** Its name in addresses and in generated clients. */
  readonly id: OperationId;
  readonly path: (typeof ENDPOINT_PATHS)[OperationId];
  readonly access: 'keyed' | 'public';
  /** A short name for lists. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly ApiParameter[];
  /** What it answers with status 200. */
  readonly answer: SchemaName;
  /** Headers of that answer beside those of every answer. */
  readonly answerHeaders: readonly HeaderName[];
  readonly errors: readonly ApiErrorCode[];
  readonly examples: readonly ApiExample[];
}

const ANSWER_HEADERS: readonly HeaderName[] = ['X-Data-Version', 'ETag'];
const RATE_HEADERS: readonly HeaderName[] = [...ANSWER_HEADERS, 'X-Rate-Stale'];

/** Every endpoint, in the order of the document. */
export const OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'convert',
    name: 'Convert',
    title: 'Convert an amount',
    description:
      'Multiplies an amount by the rate of a pair. Without `source` the first source in priority that has the pair answers; with it only that source does, and never another in its place.',
    parameters: apiParameters(convertQuery, {
      from: FROM,
      to: TO,
      amount: AMOUNT,
      source: SOURCE,
      include: INCLUDE,
    }),
    answer: 'Conversion',
    answerHeaders: RATE_HEADERS,
  }),
  operation({
    id: 'rates',
    name: 'All rates',
    title: 'Every rate of one base',
    description:
      'Gives the rate of every currency that the base reaches under the rules of `/v1/rates/pair`, so that table and pair agree to the last digit.',
    parameters: apiParameters(ratesQuery, { base: BASE, source: SOURCE }),
    answer: 'RatesTable',
    answerHeaders: RATE_HEADERS,
  }),
  operation({
    id: 'pair',
    name: 'One pair',
    title: 'The rate of one pair',
    description:
      'Gives the price of one unit of a currency in another: as published where somebody publishes the pair in this direction, else the exact quotient or product of published figures, rounded once.',
    parameters: apiParameters(pairQuery, { from: FROM, to: TO, source: SOURCE, include: INCLUDE }),
    answer: 'PairRate',
    answerHeaders: RATE_HEADERS,
  }),
  operation({
    id: 'pair-sources',
    name: 'Who has a pair',
    title: 'Who has a pair',
    description:
      'Lists the sources that answer for a pair when they are asked for it alone. An empty list is an answer, not an error.',
    parameters: apiParameters(sourcesQuery, { from: FROM, to: TO }),
    answer: 'PairSources',
    answerHeaders: ANSWER_HEADERS,
  }),
  operation({
    id: 'compare',
    name: 'Side by side',
    title: 'What each source says of a pair',
    description:
      'Gives the rate of a pair at every source that has it alone, each with how it was made, and for every other enabled source why it has none. Both lists are in the order of priority, and both may be empty.',
    parameters: apiParameters(compareQuery, { from: FROM, to: TO }),
    answer: 'PairComparison',
    answerHeaders: RATE_HEADERS,
  }),
  operation({
    id: 'historical',
    name: 'History',
    title: 'The history of a pair',
    description:
      'Gives real observations, oldest first: nothing is carried forward over weekends, averaged, or crossed between publishers. Without `source` the points of all sources stand in one series, each with its own source. Of a longer range the newest points are given, with `X-Truncated` and a `Link` to those before. Nothing in the range is an empty series.',
    parameters: apiParameters(historicalQuery, {
      from: FROM,
      to: TO,
      source: {
        ...SOURCE,
        description:
          'Points of this source alone. `fixed` has one a calendar day in force. Without `source` law stands in where no publisher has the pair: with such points, or with the fixings of what it ties the pair to, each by the law of its day.',
      },
      startDate: START_DATE,
      endDate: END_DATE,
      limit: LIMIT,
    }),
    answer: 'HistoricalSeries',
    answerHeaders: [...ANSWER_HEADERS, 'X-Truncated', 'Link'],
  }),
  operation({
    id: 'series',
    name: 'Last days',
    title: 'The last days of many currencies',
    description:
      'Gives the rate of up to sixty currencies against one base with its last 31 days at most and its change over 1, 7 and 30 days: what a table with sparklines needs, in one call and out of memory.',
    parameters: apiParameters(seriesQuery, { base: BASE, codes: CODES, days: DAYS, source: SOURCE }),
    answer: 'RateSeriesTable',
    answerHeaders: RATE_HEADERS,
  }),
  operation({
    id: 'currencies',
    name: 'Currencies',
    title: 'Every known currency',
    description:
      'Lists every code that this service knows, retired ones with their last day and successor, and who has a current figure of each.',
    parameters: apiParameters(currenciesQuery, {}),
    answer: 'CurrencyList',
    answerHeaders: ANSWER_HEADERS,
  }),
  operation({
    id: 'status',
    access: 'public',
    name: 'Status',
    title: 'How the sources are doing',
    description:
      'Says for each source that is enabled here whether it works, how long its newest check took and when that was. Needs no key.',
    parameters: apiParameters(statusQuery, {}),
    answer: 'StatusReport',
    answerHeaders: ANSWER_HEADERS,
  }),
];

type Told = Omit<ApiOperation, 'access' | 'path' | 'errors' | 'examples'> & {
  readonly access?: 'public';
};

function operation(told: Told): ApiOperation {
  const access = told.access ?? 'keyed';
  return {
    ...told,
    path: ENDPOINT_PATHS[told.id],
    access,
    errors: errorsOf(access, told.parameters),
    examples: EXAMPLES[told.id],
  };
}
