import { strToU8, zipSync } from 'fflate';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { ECB_SCHEDULE } from './facts.ts';
import {
  ECB_CURRENCIES,
  isQuotedNow,
  isQuotedOn,
} from '#lib/testing/simulated-upstreams/publishers/ecb-currencies';
import { createEcbDays, type EcbDays } from '#lib/testing/simulated-upstreams/publishers/ecb-day';
import { answerSdmx } from '#lib/testing/simulated-upstreams/publishers/ecb-sdmx';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { trimZeros, withDecimals } from '#lib/testing/simulated-upstreams/rates/print-figure';
import {
  knownDay,
  newestPublished,
  publishedDays,
} from '#lib/testing/simulated-upstreams/rates/published-days';
import {
  type Answer,
  type Ask,
  pageAnswer,
  type Publisher,
  type SimulatedLimits,
  type SimulatedPair,
  textAnswer,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['EUR', 'SEK'];

const FIRST_DAY = knownDay('1999-01-04');
const FILE_CURRENCIES = ECB_CURRENCIES.filter(({ isInFiles }) => isInFiles);
const FILE_DAYS = 90;

/** The European Central Bank: its reference rates as XML, as CSV in ZIP archives and from the data API. */
export function simulate(rates: SimulatedRates, limits: SimulatedLimits = {}): Publisher {
  const days = createEcbDays(rates);
  const firstDay = limits.ecbHistoryFrom ?? FIRST_DAY;
  return {
    source: 'ecb',
    universes: [ECB_CURRENCIES.filter(isQuotedNow).map(({ code }) => code)],
    whenEmpty: 'no body',
    answer: (ask, lens) => answerFile(days, ask, lens, firstDay) ?? answerSdmx(days, ask, lens) ?? notFound(),
  };
}

function answerFile(days: EcbDays, ask: Ask, lens: FigureLens, firstDay: IsoDay): Answer | null {
  const newest = newestPublished(ECB_SCHEDULE, lens.now);
  const changedAt = ECB_SCHEDULE.dueAt(newest);
  const since = (from: IsoDay) =>
    publishedDays(ECB_SCHEDULE, { from, to: newest }, lens.now)
      .toReversed()
      .map((day) => readDay(days, lens, day, day === newest));
  const zip = (name: string, csv: string) =>
    textAnswer(
      'application/zip',
      zipSync({ [name]: strToU8(csv) }, { mtime: changedAt, level: 3 }),
      changedAt,
    );
  switch (ask.path) {
    case '/stats/eurofxref/eurofxref-daily.xml':
      return textAnswer('text/xml', dailyXml(since(newest)), changedAt);
    case '/stats/eurofxref/eurofxref-hist-90d.xml': {
      const first = addDays(isoDayOf(lens.now), -FILE_DAYS);
      return textAnswer('text/xml', historyXml(since(first)), changedAt);
    }
    case '/stats/eurofxref/eurofxref-hist.xml':
      return textAnswer('text/xml', historyXml(since(firstDay)), changedAt);
    case '/stats/eurofxref/eurofxref.zip':
      return zip('eurofxref.csv', latestCsv(since(newest)));
    case '/stats/eurofxref/eurofxref-hist.zip':
      return zip('eurofxref-hist.csv', historyCsv(since(firstDay)));
    default:
      return null;
  }
}

/** One day as the files state it. */
interface FileDay {
  readonly day: IsoDay;
  /** A cell a currency of the files, in their order; null where it is not quoted. */
  readonly cells: readonly (FileCell | null)[];
}

interface FileCell {
  readonly code: string;
  /** Without zeros at the end, as the history files have it, and with them, as the latest ones have it. */
  readonly short: string;
  readonly long: string;
}

function readDay(days: EcbDays, lens: FigureLens, day: IsoDay, isNewest: boolean): FileDay {
  const figure = days(lens, day, isNewest);
  const cells = FILE_CURRENCIES.map((currency) => {
    if (!isQuotedOn(currency, day) || !lens.shows(currency.code)) return null;
    const long = figure(currency, withDecimals);
    return { code: currency.code, long, short: trimZeros(long) };
  });
  return { day: lens.day(day), cells };
}

const ENVELOPE =
  '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">';

/** With tabs, line ends and single quotes. */
function dailyXml(days: readonly FileDay[]): string {
  const cubes = days.flatMap(({ day, cells }) => [
    `\t\t<Cube time='${day}'>`,
    ...quoted(cells).map(({ code, long }) => `\t\t\t<Cube currency='${code}' rate='${long}'/>`),
    '\t\t</Cube>',
  ]);
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ENVELOPE,
    '\t<gesmes:subject>Reference rates</gesmes:subject>',
    '\t<gesmes:Sender>',
    '\t\t<gesmes:name>European Central Bank</gesmes:name>',
    '\t</gesmes:Sender>',
    '\t<Cube>',
  ];
  return [...head, ...cubes, '\t</Cube>', '</gesmes:Envelope>'].join('\n');
}

/** On one line and with double quotes, newest day first. */
function historyXml(days: readonly FileDay[]): string {
  const cubes = days.map(({ day, cells }) => {
    const inside = quoted(cells).map(({ code, short }) => `<Cube currency="${code}" rate="${short}"/>`);
    return `<Cube time="${day}">${inside.join('')}</Cube>`;
  });
  const sender = '<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>';
  const head = `<?xml version="1.0" encoding="UTF-8"?>${ENVELOPE}<gesmes:subject>Reference rates</gesmes:subject>${sender}`;
  return `${head}<Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
}

function quoted(cells: FileDay['cells']): readonly FileCell[] {
  return cells.filter((cell) => cell !== null);
}

/** Every row ends with a comma, and so with an empty cell. */
function historyCsv(days: readonly FileDay[]): string {
  const header = ['Date', ...FILE_CURRENCIES.map(({ code }) => code)];
  const rows = days.map(({ day, cells }) => [day, ...cells.map((cell) => cell?.short ?? 'N/A')]);
  return [header, ...rows].map((row) => `${row.join(',')},\n`).join('');
}

const ENGLISH_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day in English, only the currencies that are quoted, a blank after every comma. */
function latestCsv(days: readonly FileDay[]): string {
  return days
    .flatMap(({ day, cells }) => [
      ['Date', ...quoted(cells).map(({ code }) => code)],
      [ENGLISH_DAY.format(new Date(day)), ...quoted(cells).map(({ long }) => long)],
    ])
    .map((row) => `${row.join(', ')}, \n`)
    .join('');
}

function notFound(): Answer {
  return pageAnswer('Page not found', 404);
}
