import type { IsoDay } from '#lib/domain/iso-day';
import {
  PERIOD_LENGTHS,
  PERIOD_STATS,
  type PeriodChoice,
  type PeriodLength,
} from '#lib/domain/series/periods';
import {
  type AddressField,
  choiceField,
  DATE_FIELD,
  readField,
  withQuery,
  wordField,
  writeField,
} from './address-fields.ts';
import {
  type CodeBook,
  type IgnoredPart,
  ignoredEnds,
  ignoredRest,
  pairEnds,
  pairParts,
  quoted,
  type ReadAddress,
} from './address-parts.ts';
import { type ChartPair, type ChosenLines, lineParts, readLines } from './chosen-lines.ts';
import { type ChartRange, RANGE_NAMES, type RangeName } from './chart-range.ts';

/** What a chart shows: the state that its address carries. */
export interface ChartView extends ChartPair, ChosenLines {
  readonly range: ChartRange;
  /** One point for each period; null for each observation. */
  readonly period: PeriodChoice | null;
  /** The past UTC day at whose end this service knew what is shown; null for what it knows now. */
  readonly knownAt: IsoDay | null;
  readonly scale: 'linear' | 'log';
  /** Whether the figures stand in the place of the plot. */
  readonly isTable: boolean;
}

/** What `/charts` shows. */
export const DEFAULT_CHART: ChartView = {
  base: 'EUR',
  quote: 'USD',
  range: { kind: 'named', name: '3m' },
  sources: null,
  compare: [],
  against: null,
  period: null,
  knownAt: null,
  scale: 'linear',
  isTable: false,
};

/** What reading an address is measured by: the codes, and the service's day. */
export interface ChartAddressKnowledge {
  readonly book: CodeBook;
  readonly today: IsoDay;
}

/** Reads `/charts/EUR/USD?range=1y&sources=ecb,boe&group=month&stat=average&view=table`, or `from` and `to` as days, or `sources=ecb&against=boe`. */
export function readChartAddress(
  address: string,
  { book, today }: ChartAddressKnowledge,
): ReadAddress<ChartView> {
  const [path = '/', search = ''] = address.split('?', 2);
  const query = new URLSearchParams(search);
  const ignored: IgnoredPart[] = [];
  const pair = readPair(pairParts(path, book.codes), book, ignored);
  const view: ChartView = {
    ...pair,
    range: readRange(query, today, ignored),
    ...readLines(query, pair, book.codes, ignored),
    period: readPeriod(query, ignored),
    knownAt: readKnownAt(query, today, ignored),
    scale: readField(SCALE_FIELD, query, ignored),
    isTable: readField(VIEW_FIELD, query, ignored) === 'table',
  };
  return { view: view.against === null ? view : asDifference(view, ignored), ignored };
}

/** A difference is of each day, and may be below zero. */
function asDifference(view: ChartView, ignored: IgnoredPart[]): ChartView {
  if (view.period !== null)
    ignored.push({ wrong: 'A difference has no periods.', instead: 'It is drawn day by day.' });
  if (view.scale === 'log')
    ignored.push({
      wrong: 'A difference has no logarithmic scale.',
      instead: 'It is drawn on a linear one.',
    });
  return { ...view, period: null, scale: 'linear' };
}

const SCALE_FIELD = choiceField('scale', 'a scale', ['linear', 'log']);
const VIEW_FIELD = choiceField('view', 'a view', ['chart', 'table']);

const GROUP_FIELD = wordField(
  'group',
  'a period',
  (text): text is PeriodLength => PERIOD_LENGTHS.some((one) => one === text),
  `Each observation is shown. Periods are ${PERIOD_LENGTHS.join(', ')}.`,
);

const STAT_FIELD = choiceField(
  'stat',
  'a figure of a period',
  PERIOD_STATS,
  `The last one is shown. There are ${PERIOD_STATS.join(', ')}.`,
);

const RANGE_INSTEAD = 'The last 3 months are shown.';

/** A day at which a range begins or ends; without it, the range is open there. */
const RANGE_DAY = { ...DATE_FIELD, what: 'a day that exists', instead: RANGE_INSTEAD };

const RANGE_FIELD: AddressField<RangeName> = {
  name: 'range',
  usual: '3m',
  read: (text) => RANGE_NAMES.find((name) => name === text.toLowerCase()) ?? null,
  what: 'a range',
  instead: `${RANGE_INSTEAD} Ranges are ${RANGE_NAMES.join(', ')}.`,
};

const KNOWN_AT_FIELD = { ...DATE_FIELD, name: 'knownAt', instead: 'What is known now is shown.' };

function readPeriod(query: URLSearchParams, ignored: IgnoredPart[]): PeriodChoice | null {
  const length = readField(GROUP_FIELD, query, ignored);
  if (length !== null) return { length, stat: readField(STAT_FIELD, query, ignored) };
  const stat = query.get('stat');
  if (stat !== null && stat !== '') {
    ignored.push({
      wrong: `The figure ${quoted(stat)} has no period.`,
      instead: 'Each observation is shown; add group=month, for example.',
    });
  }
  return null;
}

function readKnownAt(query: URLSearchParams, today: IsoDay, ignored: IgnoredPart[]): IsoDay | null {
  const day = readField(KNOWN_AT_FIELD, query, ignored);
  if (day === null || day < today) return day;
  ignored.push({ wrong: `${day} is not over yet.`, instead: 'What is known now is shown.' });
  return null;
}

/** The address of a view, without the server's name; what is as usual is left out. */
export function chartAddress(view: ChartView): string {
  const { base, quote, range, period, knownAt, scale, isTable } = view;
  return withQuery(`/charts/${base}/${quote}`, [
    ...rangeParts(range),
    ...lineParts(view),
    writeField(GROUP_FIELD, period?.length ?? null),
    writeField(STAT_FIELD, period?.stat ?? STAT_FIELD.usual),
    writeField(KNOWN_AT_FIELD, knownAt),
    writeField(SCALE_FIELD, scale),
    writeField(VIEW_FIELD, isTable ? 'table' : 'chart'),
  ]);
}

function rangeParts(range: ChartRange): readonly (string | null)[] {
  if (range.kind === 'named') return [writeField(RANGE_FIELD, range.name)];
  const { from, to } = range;
  return [from === null ? null : `from=${from}`, to === null ? null : `to=${to}`];
}

function readPair(
  [baseText, quoteText, ...rest]: readonly string[],
  book: CodeBook,
  ignored: IgnoredPart[],
): ChartPair {
  const usual = [DEFAULT_CHART.base, DEFAULT_CHART.quote] as const;
  const ends = [baseText, quoteText];
  const [base, nearest] = pairEnds(ends, book, usual);
  const quote = nearest === base ? (base === usual[1] ? usual[0] : usual[1]) : nearest;
  ignored.push(...ignoredEnds(ends, book.codes, `${base}/${quote}`));
  if (quote !== nearest) {
    ignored.push({
      wrong: `${base}/${nearest} is always 1.`,
      instead: `${base}/${quote} is shown instead.`,
    });
  }
  ignored.push(...ignoredRest(rest));
  return { base, quote };
}

function readRange(query: URLSearchParams, today: IsoDay, ignored: IgnoredPart[]): ChartRange {
  const ignoredBefore = ignored.length;
  const from = readField({ ...RANGE_DAY, name: 'from' }, query, ignored);
  const to = readField({ ...RANGE_DAY, name: 'to' }, query, ignored);
  if (ignored.length > ignoredBefore) return DEFAULT_CHART.range;
  if (from === null && to === null) return { kind: 'named', name: readField(RANGE_FIELD, query, ignored) };
  const wrong = wrongDays(from, to, today);
  if (wrong !== null) {
    ignored.push({ wrong, instead: RANGE_INSTEAD });
    return DEFAULT_CHART.range;
  }
  const name = query.get('range');
  if (name !== null && name !== '') {
    ignored.push({
      wrong: `The range ${quoted(name)} cannot be combined with days of your own.`,
      instead: 'The days are shown.',
    });
  }
  return { kind: 'days', from, to };
}

function wrongDays(from: IsoDay | null, to: IsoDay | null, today: IsoDay): string | null {
  if (from !== null && to !== null && from > to) return 'The start date is after the end date.';
  return from !== null && from > today ? `${from} is still to come.` : null;
}
