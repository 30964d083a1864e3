import { findCurrency } from '#lib/domain/currencies/currency';
import { type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { ECB_SCHEDULE } from '#lib/sources/ecb/facts';
import { ECB_CURRENCIES, type EcbCurrency, isQuotedOn } from './ecb-currencies.ts';
import type { EcbDays } from './ecb-day.ts';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { upToDecimals } from '#lib/testing/simulated-upstreams/rates/print-figure';
import {
  knownDay,
  newestPublished,
  publishedDays,
} from '#lib/testing/simulated-upstreams/rates/published-days';
import { type Answer, type Ask, textAnswer } from '#lib/testing/simulated-upstreams/publisher';

const SERVICE_PATH = '/service/data/EXR/';
const CSV_TYPE = 'application/vnd.sdmx.data+csv;version=1.0.0';
const FIRST_DAY = knownDay('1999-01-04');

/** `FREQ.CURRENCY.DENOM.TYPE.SUFFIX`; an empty dimension is a wildcard. */
const KEY_FORM = /^D\.([A-Z+]*)\.EUR\.SP00\.A$/;

const DATA_COLUMNS = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE'.split(',');
const ALL_COLUMNS = [
  ...DATA_COLUMNS,
  ...'OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG'.split(
    ',',
  ),
  ...'DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS'.split(','),
  ...'NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'.split(','),
];

/** The ECB's data API: SDMX csvdata of the reference rates; null for a path that is not its own. */
export function answerSdmx(ecbDays: EcbDays, { path, query }: Ask, lens: FigureLens): Answer | null {
  if (!path.startsWith(SERVICE_PATH)) return null;
  const key = KEY_FORM.exec(decodeURIComponent(path.slice(SERVICE_PATH.length)));
  const wanted = key?.[1] === '' || key?.[1] === undefined ? [] : key[1].split('+');
  const currencies = ECB_CURRENCIES.filter(({ code }) => wanted.length === 0 || wanted.includes(code));
  const from = dayOr(query.get('startPeriod'), FIRST_DAY);
  const to = dayOr(query.get('endPeriod'), isoDayOf(lens.now));
  if (key === null || currencies.length === 0) return problem(404, 'No results found');
  if (from === null || to === null) return problem(400, 'Incorrect time period');
  if (query.get('format') !== 'csvdata') return problem(406, 'Only csvdata is simulated');
  const rows = readRows(ecbDays, lens, {
    currencies,
    from,
    to,
    last: Number(query.get('lastNObservations')),
  });
  // A span without an observation is answered with status 200 and nothing.
  if (rows.length === 0) return textAnswer(CSV_TYPE, '');
  const columns = query.get('detail') === 'dataonly' ? DATA_COLUMNS : ALL_COLUMNS;
  const lines = rows.map((row) => columns.map((name) => quote(row[name] ?? '')).join(','));
  return textAnswer(CSV_TYPE, `${[columns.join(','), ...lines].join('\n')}\n`);
}

interface SdmxSpan {
  readonly currencies: readonly EcbCurrency[];
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** The newest so many of each currency; 0 for all. */
  readonly last: number;
}

/** Grouped by currency in the order of codes, days ascending. */
function readRows(
  ecbDays: EcbDays,
  lens: FigureLens,
  span: SdmxSpan,
): readonly Readonly<Record<string, string>>[] {
  const newest = newestPublished(ECB_SCHEDULE, lens.now);
  const from = span.from < FIRST_DAY ? FIRST_DAY : span.from;
  const days = publishedDays(ECB_SCHEDULE, { from, to: span.to }, lens.now).map((day) => ({
    day,
    figure: ecbDays(lens, day, day === newest),
  }));
  return span.currencies
    .filter(({ code }) => lens.shows(code))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .flatMap((currency) => {
      const quoted = days.filter(({ day }) => isQuotedOn(currency, day));
      return quoted
        .slice(span.last > 0 ? -span.last : 0)
        .map(({ day, figure }) => rowOf(currency, lens.day(day), figure(currency, upToDecimals)));
    });
}

function rowOf(
  { code, decimals }: EcbCurrency,
  day: string,
  figure: string,
): Readonly<Record<string, string>> {
  const name = findCurrency(code)?.name ?? code;
  return {
    KEY: `EXR.D.${code}.EUR.SP00.A`,
    FREQ: 'D',
    CURRENCY: code,
    CURRENCY_DENOM: 'EUR',
    EXR_TYPE: 'SP00',
    EXR_SUFFIX: 'A',
    TIME_PERIOD: day,
    OBS_VALUE: figure,
    OBS_STATUS: 'A',
    OBS_CONF: 'F',
    TIME_FORMAT: 'P1D',
    COLLECTION: 'A',
    UNIT_INDEX_BASE: '99Q1=100',
    DECIMALS: String(decimals),
    SOURCE_AGENCY: '4F0',
    TITLE: `${name}/Euro ECB reference exchange rate`,
    TITLE_COMPL: `ECB reference exchange rate, ${name}/Euro, 2.15 pm (C.E.T.)`,
    UNIT: code,
    UNIT_MULT: '0',
  };
}

function quote(cell: string): string {
  return cell.includes(',') ? `"${cell}"` : cell;
}

function dayOr(text: string | null, otherwise: IsoDay): IsoDay | null {
  return text === null ? otherwise : parseIsoDay(text);
}

function problem(status: number, text: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain' }, body: `${text}\n` };
}
