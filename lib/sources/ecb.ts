import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { ECB_SCHEDULE, ecbFixingInstant, nextPublicationDay } from '#lib/domain/publication-calendar';
import { ok, type Result } from '#lib/domain/result';
import type { GetOptions, HttpClient, HttpFailure } from '#lib/platform/http-client';

import { parseEcb } from './ecb-parse.ts';
import {
  defineSource,
  type FetchWindow,
  type LayoutError,
  type Source,
  type SourceDocument,
} from './source.ts';

const ECB_SITE = new URL('https://www.ecb.europa.eu');
const ECB_DATA_API = new URL('https://data-api.ecb.europa.eu');
const FIRST_DAY = '1999-01-04';

/**
 * The euro foreign exchange reference rates of the European Central Bank: 1 EUR = `rate` of the quote currency.
 * Page: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/
 * `upstream` (UPSTREAM_ECB) replaces scheme and host of both of the bank's hosts.
 */
export function ecb(upstream?: URL): Source {
  const addresses: Addresses = {
    site: upstream ?? ECB_SITE,
    dataApi: upstream ?? ECB_DATA_API,
    isOperatorAddress: upstream !== undefined,
  };
  // `fetch` must parse to know whether it needs the second choice; the caller's parse of the same document is then free.
  const parsed = new WeakMap<SourceDocument, ReturnType<typeof parseEcb>>();
  const parse: Source['parse'] = (document) => {
    const result = parsed.get(document) ?? parseEcb(document.body);
    parsed.set(document, result);
    return result;
  };
  return defineSource({
    id: 'ecb',
    name: 'European Central Bank',
    page: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    terms:
      'Free reuse when the source is stated and changes are marked; the rates are for information only and not meant for transactions.',
    attribution: 'Source: European Central Bank',
    base: 'EUR',
    schedule: ECB_SCHEDULE,
    expectedPairs: 29,
    firstDay: FIRST_DAY,
    upstream: addresses.site.origin,
    fixingInstant: ecbFixingInstant,
    parse,
    fetch: (http, window) => fetchEcb({ http, window, addresses, parse }),
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
  readonly parse: Source['parse'];
}

type Documents = Result<readonly SourceDocument[], HttpFailure | LayoutError>;

async function fetchEcb(poll: Poll): Promise<Documents> {
  const first = await fetchFile(poll, smallestFile(poll.window));
  if (first.ok) return first;
  const second = await fetchSdmx(poll);
  if (second.ok) return second;
  const sentence = `${first.error.sentence} Second choice: ${second.error.sentence}`;
  return { ok: false, error: { ...second.error, sentence } };
}

type File = 'eurofxref-daily.xml' | 'eurofxref-hist-90d.xml' | 'eurofxref-hist.zip';

/** The 90-day file holds 90 calendar days, at least 61 publications. */
const PUBLICATIONS_IN_90_DAYS = 60;

/** The smallest file that has every publication after the newest stored one. */
function smallestFile({ newestStoredOn, today }: FetchWindow): File {
  if (newestStoredOn === null) return 'eurofxref-hist.zip';
  const missing = countPublications(newestStoredOn, today);
  if (missing > PUBLICATIONS_IN_90_DAYS) return 'eurofxref-hist.zip';
  return missing > 1 ? 'eurofxref-hist-90d.xml' : 'eurofxref-daily.xml';
}

/** Publication days after `newest` up to `today`; counting stops where the answer no longer matters. */
function countPublications(newest: IsoDay, today: IsoDay): number {
  let count = 0;
  let day = nextPublicationDay(ECB_SCHEDULE, newest);
  while (day <= today && count <= PUBLICATIONS_IN_90_DAYS) {
    count += 1;
    day = nextPublicationDay(ECB_SCHEDULE, day);
  }
  return count;
}

async function fetchFile(poll: Poll, file: File): Promise<Documents> {
  const url = new URL(`/stats/eurofxref/${file}`, poll.addresses.site).href;
  const version = file === 'eurofxref-daily.xml' ? poll.window.storedVersions?.get(url) : undefined;
  const options = getOptions(poll.addresses, file === 'eurofxref-hist.zip');
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

/** Asks from the newest stored day on, not from the day after: then there is always something to answer. */
async function fetchSdmx(poll: Poll): Promise<Documents> {
  const { newestStoredOn, today } = poll.window;
  const documents: SourceDocument[] = [];
  let start: string = newestStoredOn ?? FIRST_DAY;
  for (const end of periodEnds(start, today)) {
    const url = new URL('/service/data/EXR/D..EUR.SP00.A', poll.addresses.dataApi);
    url.search = `format=csvdata&detail=dataonly&startPeriod=${start}&endPeriod=${end}`;
    const answer = await poll.http.get(url.href, getOptions(poll.addresses, newestStoredOn === null));
    if (!answer.ok) return answer;
    const period = readable(poll, answer.value);
    if (!period.ok) return period;
    documents.push(...period.value);
    start = addDays(end, 1);
  }
  return ok(documents);
}

/** The last days of consecutive periods that cover `start` to `today`. */
function periodEnds(start: string, today: IsoDay): readonly IsoDay[] {
  const ends = [today];
  for (let end = addDays(today, -SDMX_PERIOD_DAYS); end >= start; end = addDays(end, -SDMX_PERIOD_DAYS)) {
    ends.unshift(end);
  }
  return ends;
}

function readable(poll: Poll, answer: SourceDocument): Documents {
  const { url, body, fetchedAt, version } = answer;
  const document: SourceDocument = { url, body, fetchedAt, ...(version === undefined ? {} : { version }) };
  const rows = poll.parse(document);
  return rows.ok ? ok([document]) : rows;
}

function getOptions(addresses: Addresses, isBulk: boolean): GetOptions {
  return {
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
