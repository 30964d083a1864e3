import { BOE_SCHEDULE, boeFixingInstant } from './facts.ts';
import { type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { upToDecimals } from '#lib/testing/simulated-upstreams/rates/print-figure';
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
  type SimulatedPair,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['GBP', 'CZK'];

/** A daily spot rate into sterling: 1 GBP = x foreign. */
interface BoeSeries {
  readonly id: string;
  readonly currency: string;
  /** An empty last day: still quoted. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** `SERIES CURRENCY first..last`: FORMATS 2.3; the first days are those of the oldest series and of the ECB's start. */
const SERIES_TABLE = `
XUDLUSS USD 1975-01-02..
XUDLERS EUR 1999-01-04..
XUDLJYS JPY 1975-01-02..
XUDLCDS CAD 1975-01-02..
XUDLSFS CHF 1975-01-02..
XUDLADS AUD 1975-01-02..
XUDLNDS NZD 1975-01-02..
XUDLNKS NOK 1975-01-02..
XUDLSKS SEK 1975-01-02..
XUDLDKS DKK 1975-01-02..
XUDLHDS HKD 1975-01-02..
XUDLSGS SGD 1975-01-02..
XUDLSRS SAR 1987-01-02..
XUDLZRS ZAR 1979-01-02..
XUDLTWS TWD 1990-01-02..
XUDLBK25 CZK 2005-04-01..
XUDLBK33 HUF 2005-04-01..
XUDLBK47 PLN 2005-04-01..
XUDLBK78 ILS 2006-01-03..
XUDLBK83 MYR 2006-01-03..
XUDLBK87 THB 2006-01-03..
XUDLBK89 CNY 2006-01-03..
XUDLBK93 KRW 2006-01-03..
XUDLBK95 TRY 2006-01-03..
XUDLBK97 INR 2006-01-03..
XUDLZOS4 RON 2006-01-03..
XUDLBK85 RUB 2006-01-03..2022-03-01
XUDLBK22 CYP 2005-04-01..2007-12-31
XUDLBK36 LTL 2005-04-01..2014-12-31
XUDLBK39 LVL 2005-04-01..2013-12-31
XUDLBK44 MTL 2005-04-01..2007-12-31
`;

const SERIES: readonly BoeSeries[] = SERIES_TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', currency = '', span = ''] = line.split(' ');
    const [firstDay = '', lastDay = ''] = span.split('..');
    return { id, currency, firstDay, lastDay };
  });

const SERIES_BY_ID = new Map(SERIES.map((series) => [series.id, series]));

const TABLE_PATH = '/boeapps/database/_iadb-fromshowcolumns.asp';
const ERROR_PATH = '/boeapps/database/errorpage.asp';
const SERIES_MAX = 300;
const FIRST_DAY = knownDay('1975-01-01');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The numbers of its error pages: FORMATS 2.5. */
const BAD_DATE = 905;
const BAD_SERIES = 1131;

/** The Bank of England: daily spot rates against sterling from its interactive database, as CSV. */
export function simulate(rates: SimulatedRates): Publisher {
  return {
    source: 'boe',
    universes: [SERIES.filter(({ lastDay }) => lastDay === '').map(({ id }) => id)],
    whenEmpty: 'no body',
    answer: (ask, lens) => {
      const path = ask.path.toLowerCase();
      if (path === ERROR_PATH) return pageAnswer('Bank of England: Error', 200);
      return path === TABLE_PATH ? answerTable(rates, ask, lens) : pageAnswer('Page not found', 404);
    },
  };
}

function answerTable(rates: SimulatedRates, { query }: Ask, lens: FigureLens): Answer {
  const wishes = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const ids = (wishes.get('seriescodes') ?? '').split(',').map((id) => id.trim().toUpperCase());
  const known = ids.flatMap((id) => SERIES_BY_ID.get(id) ?? []);
  // One unknown code fails the whole request.
  if (known.length < ids.length || ids.length > SERIES_MAX) return errorPage(BAD_SERIES);
  const from = readDay(wishes.get('datefrom'), lens);
  const to = readDay(wishes.get('dateto'), lens);
  if (from === null || to === null || from < FIRST_DAY) return errorPage(BAD_DATE);
  if (wishes.get('csv.x') !== 'yes') return pageAnswer('Bank of England database', 200);
  const newest = newestPublished(BOE_SCHEDULE, lens.now);
  const columns = known.filter(({ id }) => lens.shows(id));
  const rows = publishedDays(BOE_SCHEDULE, { from, to }, lens.now)
    .map((day) => [printDay(lens.day(day)), ...cellsOf(rates, lens, columns, day, day === newest)])
    .filter((cells) => cells.slice(1).some((cell) => cell !== ''));
  const header = ['DATE', ...columns.map(({ id }) => id)];
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/csv',
      'Cache-Control': 'private, max-age=15',
      'Set-Cookie': 'ASPSESSIONIDSIMULATED=SIMULATED; path=/',
    },
    body: [header, ...rows].map((cells) => `${cells.join(',')}\r\n`).join(''),
  };
}

function cellsOf(
  rates: SimulatedRates,
  lens: FigureLens,
  columns: readonly BoeSeries[],
  day: IsoDay,
  isNewest: boolean,
): readonly string[] {
  const moment = rates.at(boeFixingInstant(day), 'boe');
  return columns.map(({ currency, firstDay, lastDay }) => {
    if (day < firstDay || (lastDay !== '' && day > lastDay)) return '';
    const rate = moment.rate('GBP', currency) ?? Number.NaN;
    return lens.figure(rate, upToDecimals(4), isNewest);
  });
}

/** Every refusal is a redirect to a page that itself answers with status 200. */
function errorPage(reason: number): Answer {
  const headers = { Location: `/boeapps/database/ErrorPage.asp?ei=${reason}`, 'Content-Type': 'text/html' };
  return { status: 302, headers, body: '' };
}

/** `17/Mar/2026`, or `now`. */
function readDay(text: string | undefined, lens: FigureLens): IsoDay | null {
  if (text?.toLowerCase() === 'now') return isoDayOf(lens.now);
  const [, day = '', name = '', year = ''] = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{4})$/.exec(text ?? '') ?? [];
  const month = MONTHS.findIndex((short) => short.toLowerCase() === name.toLowerCase()) + 1;
  return parseIsoDay(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** `17 Mar 2026`. */
function printDay(day: IsoDay): string {
  const [year = '', month, date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]} ${year}`;
}
