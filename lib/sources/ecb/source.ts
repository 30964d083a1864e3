import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';
import { nextPublicationDay } from '#lib/domain/calendars/publication-calendar';
import { ECB_SCHEDULE, FACTS } from './facts.ts';
import { ok, type Result } from '#lib/domain/result';
import type { GetOptions, HttpClient } from '#lib/platform/http-client';
import {
  defineFixingSource,
  type Documents,
  type FetchWindow,
  type FixingSource,
  type HistoryPart,
  type HistorySpan,
  type LayoutError,
  type SourceDocument,
} from '#lib/sources/source';
import { parseEcb, scanEcb } from './ecb-parse.ts';
import { rememberReading, secondChoice } from '#lib/sources/fetch-document';

const ECB_SITE = new URL('https://www.ecb.europa.eu');
const ECB_DATA_API = new URL('https://data-api.ecb.europa.eu');
const { firstDay: FIRST_DAY } = FACTS;
/** One file of 0.6 MB holds all of it, so it is fetched whole. */
const WHOLE_HISTORY = 'eurofxref-hist';

/**
 * The euro foreign exchange reference rates of the European Central Bank: 1 EUR = `rate` of the quote currency.
 * Page: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 * `upstream` (UPSTREAM_ECB) replaces scheme and host of both of the bank's hosts.
 */
export function createSource(upstream?: URL): FixingSource {
  const addresses: Addresses = {
    site: upstream ?? ECB_SITE,
    dataApi: upstream ?? ECB_DATA_API,
    isOperatorAddress: upstream !== undefined,
  };
  const parse: FixingSource['parse'] = rememberReading(({ body }) => parseEcb(body));
  return defineFixingSource({
    ...FACTS,
    upstream: addresses.site.origin,
    isOperatorAddress: addresses.isOperatorAddress,
    parse,
    scan: ({ body }, take) => scanEcb(body, take),
    fetch: (http, window) => {
      // From the newest stored day on, not from the day after: then there is always something to answer.
      const span = { from: window.newestStoredOn ?? addDays(window.today, -FILE_DAYS), to: window.today };
      return fetchEcb({ http, window, addresses, read: parse }, smallestFile(window), span);
    },
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(historyParts(span))),
      fetch: (http, part, signal) => {
        const window = { newestStoredOn: null, today: part.to, signal };
        return fetchEcb({ http, window, addresses, read: readWithoutKeeping }, WHOLE_FILE, part);
      },
      pauseMs: 1000,
    },
  });
}

interface Addresses {
  readonly site: URL;
  readonly dataApi: URL;
  readonly isOperatorAddress: boolean;
}

interface Poll {
  readonly http: HttpClient;
  readonly window: FetchWindow;
  readonly addresses: Addresses;
  /** Whether a document can be read. */
  readonly read: (document: SourceDocument) => Result<unknown, LayoutError>;
}

/** A whole history is read again by whoever wants its figures; kept until then, they would be held twice. */
function readWithoutKeeping({ body }: SourceDocument): Result<unknown, LayoutError> {
  return scanEcb(body, () => {});
}

/** A file, or the data API for the span that it should close. */
async function fetchEcb(poll: Poll, file: File, { from, to }: HistorySpan): Promise<Documents> {
  const first = await fetchFile(poll, file);
  if (first.ok || first.error.kind === 'aborted') return first;
  return secondChoice(first, await fetchSdmx(poll, from, to));
}

/** One part, cut to what the bank has; none when the span ends before. */
function historyParts({ from, to }: HistorySpan): readonly HistoryPart[] {
  if (to < FIRST_DAY) return [];
  return [{ id: WHOLE_HISTORY, from: from < FIRST_DAY ? FIRST_DAY : from, to }];
}

const WHOLE_FILE = 'eurofxref-hist.zip';
type File = 'eurofxref-daily.xml' | 'eurofxref-hist-90d.xml' | typeof WHOLE_FILE;

/** The calendar days of the 90-day file. */
const FILE_DAYS = 90;
const SATURDAY = 6;

/** The smaller file that closes the gap; on Saturdays the larger one, because figures are corrected now and then. */
function smallestFile({ newestStoredOn, today }: FetchWindow): File {
  if (newestStoredOn === null || weekdayOf(today) === SATURDAY) return 'eurofxref-hist-90d.xml';
  const next = nextPublicationDay(ECB_SCHEDULE, newestStoredOn);
  const isOneMissing = nextPublicationDay(ECB_SCHEDULE, next) > today;
  return isOneMissing ? 'eurofxref-daily.xml' : 'eurofxref-hist-90d.xml';
}

async function fetchFile(poll: Poll, file: File): Promise<Documents> {
  const url = new URL(`/stats/eurofxref/${file}`, poll.addresses.site).href;
  const version = poll.window.storedVersions?.get(url);
  const options = getOptions(poll, file === WHOLE_FILE);
  const answer =
    version === undefined
      ? await poll.http.get(url, options)
      : await poll.http.getIfChanged(url, version, options);
  if (!answer.ok) return answer;
  if (answer.value.kind === 'not-modified') return ok([]);
  return readable(poll, answer.value);
}

/** So many days of all currencies stay well below the size limit: 10 years are about 5 MB. */
const SDMX_PERIOD_DAYS = 3653;

async function fetchSdmx(poll: Poll, from: IsoDay, to: IsoDay): Promise<Documents> {
  const documents: SourceDocument[] = [];
  let start = from;
  for (const end of periodEnds(start, to)) {
    const url = new URL('/service/data/EXR/D..EUR.SP00.A', poll.addresses.dataApi);
    url.search = `format=csvdata&detail=dataonly&startPeriod=${start}&endPeriod=${end}`;
    const answer = await poll.http.get(url.href, getOptions(poll, start !== end));
    if (!answer.ok) return answer;
    const period = readable(poll, answer.value);
    if (!period.ok) return period;
    documents.push(...period.value);
    start = addDays(end, 1);
  }
  return ok(documents);
}

/** The last days of consecutive periods that cover `start` to `end`. */
function periodEnds(start: IsoDay, end: IsoDay): readonly IsoDay[] {
  const ends = [end];
  for (let day = addDays(end, -SDMX_PERIOD_DAYS); day >= start; day = addDays(day, -SDMX_PERIOD_DAYS)) {
    ends.unshift(day);
  }
  return ends;
}

function readable(poll: Poll, answer: SourceDocument): Documents {
  const { url, body, fetchedAt, version } = answer;
  const document: SourceDocument = { url, body, fetchedAt, ...(version === undefined ? {} : { version }) };
  const read = poll.read(document);
  return read.ok ? ok([document]) : read;
}

function getOptions({ addresses, window }: Poll, isBulk: boolean): GetOptions {
  return {
    signal: window.signal,
    hosts: [addresses.site.host, addresses.dataApi.host],
    isOperatorAddress: addresses.isOperatorAddress,
    contentTypes: [
      'text/xml',
      'application/xml',
      'application/zip',
      'application/x-zip-compressed',
      'text/csv',
      'text/plain',
      'application/vnd.sdmx.data+csv',
    ],
    isBulk,
  };
}
