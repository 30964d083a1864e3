import { BOJ_SCHEDULE, bojFixingInstant } from './facts.ts';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { inJson, upToDecimals } from '#lib/testing/simulated-upstreams/rates/print-figure';
import { daysOf, knownDay, newestPublished } from '#lib/testing/simulated-upstreams/rates/published-days';
import {
  type Answer,
  pageAnswer,
  type Publisher,
  type SimulatedPair,
  type SimulatedLimits,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['USD', 'JPY'];

/** A daily series of the database FM08. */
interface BojSeries {
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  readonly decimals: number;
  readonly firstDay: IsoDay;
  readonly name: string;
  readonly unit: string;
}

const SERIES: readonly BojSeries[] = [
  {
    code: 'FXERD04',
    base: 'USD',
    quote: 'JPY',
    decimals: 2,
    firstDay: knownDay('1998-01-05'),
    name: 'US.Dollar/Yen Spot Rate at 17:00 in JST, Tokyo Market',
    unit: 'Yen per U.S. Dollar',
  },
  {
    code: 'FXERD34',
    base: 'EUR',
    quote: 'USD',
    decimals: 4,
    firstDay: knownDay('1999-01-04'),
    name: 'Euro/US.Dollar as of 17:00 in JST, Tokyo Market',
    unit: 'U.S. Dollar per Euro',
  },
];

const API_PATH = '/api/v1/getdatacode';
const TOKYO_AHEAD_MS = 9 * 3_600_000;
/** Values a page, whole series each; the publisher's own limit, lowered in tests of paging. */
const VALUES_PER_PAGE = 60_000;

/** A mistake in the parameters: the publisher's message id and text. */
interface Mistake {
  readonly id: string;
  readonly text: string;
}

interface Query {
  readonly series: readonly BojSeries[];
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** Of the first series on this page, counted from 1. */
  readonly position: number;
}

/** The Bank of Japan: USD/JPY and EUR/USD of 17:00 in Tokyo from its time-series API; HTTP status 200 whatever happens. */
export function simulate(
  rates: SimulatedRates,
  { bojValuesPerPage: valuesPerPage = VALUES_PER_PAGE }: SimulatedLimits = {},
): Publisher {
  return {
    source: 'boj',
    universes: [SERIES.map(({ code }) => code)],
    whenEmpty: 'no figures',
    answer: (ask, lens) => {
      if (ask.path.toLowerCase() !== API_PATH) return pageAnswer('Not Found', 404);
      const wishes = new Map(
        [...ask.query].map(([name, value]) => [name.toUpperCase(), value.toUpperCase()]),
      );
      const query = readQuery(wishes, lens);
      if ('id' in query) return mistakeAnswer(query, lens);
      return pageOf(rates, lens, wishes, query, valuesPerPage);
    },
  };
}

function readQuery(wishes: ReadonlyMap<string, string>, lens: FigureLens): Query | Mistake {
  const codes = wishes.get('CODE') ?? '';
  if ([...wishes.values()].some((value) => /[<>"!|\\;']/.test(value))) {
    return { id: 'M181001E', text: 'Invalid input parameters.' };
  }
  if (!wishes.has('DB')) return { id: 'M181004E', text: 'DB is not specified.' };
  if (wishes.get('DB') !== 'FM08') return { id: 'M181005E', text: 'The DB name is incorrect.' };
  if (codes === '') return { id: 'M181006E', text: 'The series code is not specified.' };
  const series = codes.split(',').map((code) => SERIES.find((known) => known.code === code));
  const unknown = series.findIndex((found) => found === undefined);
  if (unknown !== -1) {
    return { id: 'M181013E', text: `The specified series code does not exist. : code No. ${unknown + 1}` };
  }
  const tokyoToday = isoDayOf(new Date(lens.now.getTime() + TOKYO_AHEAD_MS));
  const [start, end] = [wishes.get('STARTDATE') ?? '', wishes.get('ENDDATE') ?? ''];
  const from = start === '' ? knownDay('1998-01-01') : monthOf(start);
  const to = end === '' ? tokyoToday : monthOf(end);
  if (from === null)
    return { id: 'M181015E', text: 'The format of the start date does not match the frequency.' };
  if (to === null)
    return { id: 'M181016E', text: 'The format of the end date does not match the frequency.' };
  const lastDay = addDays(monthOf(nextMonth(to)) ?? to, -1);
  if (from > lastDay) return { id: 'M181011E', text: 'The start date is later than the end date.' };
  const position = Number(wishes.get('STARTPOSITION') || '1');
  if (!Number.isInteger(position) || position < 1) {
    return { id: 'M181012E', text: 'The start position is incorrect.' };
  }
  const found = series.flatMap((one) => one ?? []);
  return { series: found, from, to: end === '' ? tokyoToday : lastDay, position };
}

function pageOf(
  rates: SimulatedRates,
  lens: FigureLens,
  wishes: ReadonlyMap<string, string>,
  { series, from, to, position }: Query,
  valuesPerPage: number,
): Answer {
  const results: unknown[] = [];
  let values = 0;
  let next: number | null = null;
  for (const [index, one] of series.entries()) {
    if (index + 1 < position || !lens.shows(one.code)) continue;
    const days = daysOf(from < one.firstDay ? one.firstDay : from, to);
    if (results.length > 0 && values + days.length > valuesPerPage) {
      next = index + 1;
      break;
    }
    values += days.length;
    if (days.length > 0) results.push(resultOf(rates, lens, one, days));
  }
  const isFound = results.length > 0;
  return linesAnswer({
    STATUS: 200,
    MESSAGEID: isFound ? 'M181000I' : 'M181030I',
    MESSAGE: isFound
      ? 'Successfully completed'
      : 'Successfully completed, but there is no corresponding data.',
    DATE: tokyoTime(lens),
    PARAMETER: {
      FORMAT: wishes.get('FORMAT') ?? 'JSON',
      LANG: wishes.get('LANG') ?? 'JP',
      DB: 'FM08',
      STARTDATE: wishes.get('STARTDATE') ?? '',
      ENDDATE: wishes.get('ENDDATE') ?? '',
      STARTPOSITION: wishes.get('STARTPOSITION') ?? '',
    },
    NEXTPOSITION: next,
    RESULTSET: results,
  });
}

/** Every calendar day has a place; closed days and days that are not out yet are both null. */
function resultOf(
  rates: SimulatedRates,
  lens: FigureLens,
  series: BojSeries,
  days: readonly IsoDay[],
): unknown {
  const newest = newestPublished(BOJ_SCHEDULE, lens.now);
  const print = upToDecimals(series.decimals);
  const values = days.map((day) => {
    if (day > newest || !BOJ_SCHEDULE.isPublicationDay(day)) return null;
    const rate = rates.at(bojFixingInstant(day), 'boj').rate(series.base, series.quote) ?? Number.NaN;
    return inJson(lens.figure(rate, print, day === newest));
  });
  return {
    SERIES_CODE: series.code,
    NAME_OF_TIME_SERIES: series.name,
    UNIT: series.unit,
    FREQUENCY: 'DAILY',
    CATEGORY: 'Foreign Exchange Rates',
    LAST_UPDATE: numberOf(lens.day(isoDayOf(BOJ_SCHEDULE.dueAt(newest)))),
    VALUES: { SURVEY_DATES: days.map((day) => numberOf(lens.day(day))), VALUES: values },
  };
}

function mistakeAnswer({ id, text }: Mistake, lens: FigureLens): Answer {
  const head = { STATUS: 400, MESSAGEID: id, MESSAGE: text, DATE: tokyoTime(lens) };
  return linesAnswer({ ...head, PARAMETER: null, NEXTPOSITION: null, RESULTSET: [] });
}

/** The publisher breaks lines after every member and keeps arrays of numbers on one. */
function linesAnswer(value: unknown): Answer {
  const lines = JSON.stringify(value, null, 1)
    .replaceAll(/\n +/g, '\n')
    .replaceAll(/\[\n([\d.,\nnul"Na]*?)\n\]/g, (_whole, inside: string) => `[${inside.replaceAll('\n', '')}]`)
    .replaceAll('": ', '":');
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body: `${lines}\n` };
}

function tokyoTime(lens: FigureLens): string {
  const atMs = lens.ms(lens.now.getTime()) + TOKYO_AHEAD_MS;
  return `${new Date(atMs).toISOString().slice(0, -1)}+09:00`;
}

/** The first day of a month `YYYYMM`; null for another form. */
function monthOf(text: string): IsoDay | null {
  const [, year = '', month] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return month === undefined ? null : knownDay(`${year}-${month}-01`);
}

/** The `YYYYMM` after the month of a day. */
function nextMonth(day: IsoDay): string {
  return addDays(knownDay(`${day.slice(0, 7)}-28`), 4)
    .slice(0, 7)
    .replace('-', '');
}

function numberOf(day: IsoDay): number {
  return Number(day.replaceAll('-', ''));
}
