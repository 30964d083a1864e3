import type { Result } from '#lib/domain/result';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';
import type { SourceDocument } from '#lib/sources/source';
import { explainStatus, fetchDocument } from '#lib/sources/fetch-document';

/** What is asked of an exchange. */
export interface ExchangeRequest {
  /** Path and query. */
  readonly path: string;
  /** A query that only makes the answer smaller; left away where the host refuses it. */
  readonly slimQuery?: string;
}

/** Asks an exchange for one document. */
export type Ask = (
  request: ExchangeRequest,
  isBulk?: boolean,
) => Promise<Result<SourceDocument, HttpFailure>>;

/** Where an exchange is asked. */
export interface AskSettings {
  /** Hosts that give the same answers, the first choice first. */
  readonly hosts: readonly URL[];
  /** Whether the operator set the host. */
  readonly isOperatorAddress: boolean;
  readonly http: HttpClient;
  readonly signal: AbortSignal | undefined;
}

/** What a status means at an exchange, for the operator. Source: Binance's API documentation; Kraken's firewall answers 403 too. */
const STATUS_MEANINGS: ReadonlyMap<number, string> = new Map([
  [403, 'Its firewall refuses this address.'],
  [418, 'It has banned this address, for 2 minutes to 3 days, because it was asked too often.'],
  [429, 'It wants to be asked less often.'],
  [
    451,
    'It does not serve the country of this address: choose another exchange with CRYPTO_EXCHANGE, or a mirror with UPSTREAM_CRYPTO_EXCHANGE.',
  ],
]);

/** After these another host of the same exchange is not asked: that would only make it worse. */
const STATUSES_OF_PATIENCE: ReadonlySet<number> = new Set([418, 429]);

/** Makes the function that asks an exchange's hosts in turn; the sentence of a failure tells of every host. */
export function createAsk(settings: AskSettings): Ask {
  return async (request, isBulk = false) => {
    let failure: HttpFailure | null = null;
    for (const host of settings.hosts) {
      const answer = await askHost(settings, host, request, isBulk);
      if (answer.ok) return answer;
      failure = explain(answer.error, failure);
      if (failure.kind === 'aborted' || isPatienceWanted(failure)) break;
    }
    if (failure === null) throw new Error('An exchange has no host.');
    return { ok: false, error: failure };
  };
}

async function askHost(
  { http, hosts, isOperatorAddress, signal }: AskSettings,
  host: URL,
  { path, slimQuery }: ExchangeRequest,
  isBulk: boolean,
): Promise<Result<SourceDocument, HttpFailure>> {
  const options = {
    signal,
    hosts: hosts.map((each) => each.host),
    isOperatorAddress,
    contentTypes: ['application/json', 'text/json'],
    isBulk,
  };
  const url = new URL(path, host);
  const slim =
    slimQuery === undefined ? null : await fetchDocument(http, new URL(`?${slimQuery}`, url), options);
  // 400: a sister exchange behind the same interface may not know the parameter, and then refuses the call.
  const isRefused = slim?.ok === false && slim.error.kind === 'status' && slim.error.status === 400;
  return slim === null || isRefused ? fetchDocument(http, url, options) : slim;
}

function explain(error: HttpFailure, earlier: HttpFailure | null): HttpFailure {
  const own = explainStatus(error, STATUS_MEANINGS);
  return earlier === null ? own : { ...own, sentence: `${earlier.sentence} Second choice: ${own.sentence}` };
}

function isPatienceWanted(failure: HttpFailure): boolean {
  return failure.kind === 'status' && STATUSES_OF_PATIENCE.has(failure.status);
}
