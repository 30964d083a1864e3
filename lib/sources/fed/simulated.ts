import { FED_SCHEDULE, fedFixingInstant } from './facts.ts';
import { addDays, type IsoDay, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';
import { FED_SERIES, type FedSeries } from '#lib/testing/simulated-upstreams/publishers/fed-series';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { plainDigits } from '#lib/testing/simulated-upstreams/rates/print-figure';
import { daysOf, knownDay, newestPublished } from '#lib/testing/simulated-upstreams/rates/published-days';
import {
  type Answer,
  type Ask,
  pageAnswer,
  type Publisher,
  type SimulatedPair,
  textAnswer,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['USD', 'LKR'];

const FIRST_DAY = knownDay('1971-01-04');
const FRED_PATH = '/graph/fredgraph.csv';
const DDP_PATH = '/datadownload/output.aspx';
/** The package of all daily bilateral rates. */
const DAILY_PACKAGE = '60f32914ab61dfab590e0e470153e3ae';
const FRIDAY = 5;

/** The US Federal Reserve: H.10 noon buying rates as FRED's graph CSV and as the Data Download Program's CSV. */
export function simulate(rates: SimulatedRates): Publisher {
  return {
    source: 'fed',
    universes: [FED_SERIES.map(({ currency }) => currency)],
    whenEmpty: 'no body',
    answer: (ask, lens) => {
      if (ask.path === FRED_PATH) return answerFred(rates, ask, lens);
      if (ask.path.toLowerCase() === DDP_PATH) return answerDdp(rates, ask, lens);
      return pageAnswer('404 - Page Not Found', 404);
    },
  };
}

function answerFred(rates: SimulatedRates, { query }: Ask, lens: FigureLens): Answer {
  const ids = (query.get('id') ?? '').split(',');
  const series = ids.flatMap((id) => FED_SERIES.find(({ fredId }) => fredId === id) ?? []);
  if (series.length < ids.length) return pageAnswer('FRED: Series not found', 404);
  const shown = series.filter(({ currency }) => lens.shows(currency));
  const start = series.map(({ firstDay }) => firstDay).toSorted()[0] ?? FIRST_DAY;
  const from = later(parseIsoDay(query.get('cosd') ?? ''), knownDay(start));
  const rows = weekdays(lens, from, parseIsoDay(query.get('coed') ?? ''));
  const lines = rows.map((row) => [lens.day(row.day), ...cellsOf(rates, lens, shown, row, '')]);
  const header = ['observation_date', ...shown.map(({ fredId }) => fredId)];
  const csv = [header, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
  return textAnswer('application/csv', csv, releasedAt(lens));
}

function answerDdp(rates: SimulatedRates, { query }: Ask, lens: FigureLens): Answer {
  // Without a package that it knows the program answers with status 200 and nothing.
  if (
    query.get('rel') !== 'H10' ||
    query.get('series') !== DAILY_PACKAGE ||
    query.get('filetype') !== 'csv'
  ) {
    return textAnswer('text/csv', '');
  }
  const from = later(readUsDay(query.get('from')), FIRST_DAY);
  const all = weekdays(lens, from, readUsDay(query.get('to')));
  const last = Number(query.get('lastobs') ?? '');
  const days = last > 0 ? all.slice(-last) : all;
  const shown = FED_SERIES.filter(({ currency }) => lens.shows(currency));
  const rows = days.map((row) => [lens.day(row.day), ...cellsOf(rates, lens, shown, row, 'ND')].join(','));
  return textAnswer('text/csv', [...ddpHeader(shown), ...rows].join('\r\n'));
}

/** As in 2026: the foreign code in every column, and a multiplier of the pound that is not meant. */
function ddpHeader(series: readonly FedSeries[]): readonly string[] {
  const line = (title: string, cells: readonly string[]) =>
    [title, ...cells].map((cell) => `"${cell}"`).join(',');
  return [
    line(
      'Series Description',
      series.map(({ description }) => description),
    ),
    line(
      'Unit:',
      series.map(() => 'Currency'),
    ),
    line(
      'Multiplier:',
      series.map(({ currency }) => (currency === 'GBP' ? '0.00999999978' : '1')),
    ),
    line(
      'Currency:',
      series.map(({ currency }) => (currency === 'VES' ? 'VEB' : currency)),
    ),
    line(
      'Unique Identifier: ',
      series.map(({ ddpId }) => `H10/H10/${ddpId}`),
    ),
    line(
      'Time Period',
      series.map(({ ddpId }) => ddpId),
    ),
  ];
}

function cellsOf(
  rates: SimulatedRates,
  lens: FigureLens,
  series: readonly FedSeries[],
  { day, isNewest }: FedDay,
  missing: string,
): readonly string[] {
  if (!FED_SCHEDULE.isPublicationDay(day)) return series.map(() => missing);
  const moment = rates.at(fedFixingInstant(day), 'fed');
  return series.map(({ currency, isInDollars, firstDay }) => {
    if (day < firstDay) return missing;
    const rate = isInDollars ? moment.rate(currency, 'USD') : moment.rate('USD', currency);
    return lens.figure(rate ?? Number.NaN, printRate, isNewest);
  });
}

/** Four decimals, two from a hundred on: 1.0261, 7.7765, 153.41. */
function printRate(rate: number): string {
  return rate >= 100 || rate <= 0 ? rate.toFixed(2) : rate < 0.1 ? plainDigits(rate, 4) : rate.toFixed(4);
}

/** A row of a document. */
interface FedDay {
  readonly day: IsoDay;
  readonly isNewest: boolean;
}

/** Every Monday to Friday of the span, up to the Friday of the newest released week; holidays have rows without figures. */
function weekdays(lens: FigureLens, from: IsoDay, to: IsoDay | null): readonly FedDay[] {
  const newest = newestPublished(FED_SCHEDULE, lens.now);
  const friday = addDays(newest, FRIDAY - weekdayOf(newest));
  const end = to === null || to > friday ? friday : to;
  return daysOf(from, end)
    .filter((day) => weekdayOf(day) >= 1 && weekdayOf(day) <= FRIDAY)
    .map((day) => ({ day, isNewest: day === newest }));
}

function releasedAt(lens: FigureLens): Date {
  return FED_SCHEDULE.dueAt(newestPublished(FED_SCHEDULE, lens.now));
}

function later(asked: IsoDay | null, first: IsoDay): IsoDay {
  return asked === null || asked < first ? first : asked;
}

/** `01/04/1971`, month first. */
function readUsDay(text: string | null): IsoDay | null {
  const [, month = '', day = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text ?? '') ?? [];
  return parseIsoDay(`${year}-${month}-${day}`);
}
