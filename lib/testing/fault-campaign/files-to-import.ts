import type { HttpClient } from '#lib/platform/http-client';
import type { HistorySpan, SourceDocument } from '#lib/sources/source';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import type { Campaign } from './campaign.ts';
import { historyDocuments } from './published-truth.ts';

const FILE_NAMES: Readonly<Partial<Record<PolledSourceId, string>>> = {
  ecb: 'eurofxref-hist.zip',
  boe: 'boe.csv',
  fed: 'fred.csv',
  boj: 'boj.json',
  'crypto-exchange': 'XXBTZUSD.json',
  'web-finance': 'EURUSD.json',
  'charting-platform': 'scan.json',
  'web-search': 'EUR-USD.html',
};

const FILES_MAX = 4;

/** What the publisher gives now under the addresses of its newest days, saved as files. */
export async function filesOf(
  campaign: Campaign,
  source: PolledSourceId,
  span: HistorySpan,
): Promise<readonly SourceDocument[]> {
  const urls: { readonly url: string; readonly init: Omit<BrowserCall, 'patienceMs'> }[] = [];
  const recording: HttpClient = {
    get: (url, options) => {
      urls.push({ url, init: { headers: options.headers ?? {}, body: options.postBody } });
      return campaign.directHttp.get(url, options);
    },
    getIfChanged: (url, _version, options) => recording.get(url, options),
  };
  const today = span.to;
  const healthy = campaign.healthySource(source);
  if (healthy.history) await historyDocuments(healthy, recording, span);
  else if (healthy.cadence === 'tick') await healthy.fetch(recording);
  if (healthy.cadence === 'fixing') await healthy.fetch(recording, { newestStoredOn: today, today });
  const files: SourceDocument[] = [];
  const name = FILE_NAMES[source] ?? 'document.txt';
  for (const [index, { url, init }] of urls.slice(0, FILES_MAX).entries()) {
    const { pathname, search } = new URL(url);
    const address = new URL(`${pathname}${search}`, campaign.addressOf(source));
    const body = await readBody(address, { ...init, patienceMs: campaign.patienceMs() });
    if (!body) continue;
    const fileName = index === 0 ? name : `${index}-${pathname.endsWith('.xml') ? 'daily.xml' : name}`;
    files.push({ url: `file:${fileName}`, body, fetchedAt: campaign.clock.service() });
  }
  return files;
}

interface BrowserCall {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in a POST; undefined for a GET. */
  readonly body: string | undefined;
  readonly patienceMs: number;
}

/** What a browser would save of an address, whatever it is; null where nothing whole comes. */
async function readBody(url: URL, { headers, body, patienceMs }: BrowserCall): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(url, {
      headers,
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // Refused, reset, cut or silent: there is no file to import.
    return null;
  }
}
