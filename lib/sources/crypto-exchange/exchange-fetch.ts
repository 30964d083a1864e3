import { MINUTE_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { HttpClient, HttpFailure } from '#lib/platform/http-client';
import { explainStatus, fetchDocument } from '#lib/sources/fetch-document';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';

import type { Ask, ExchangeDialect, ExchangeMarket, ExchangeRequest } from './exchange-dialect.ts';

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
      const own: HttpFailure = explainStatus(answer.error, STATUS_MEANINGS);
      const told: string = failure === null ? '' : `${failure.sentence} Second choice: `;
      failure = { ...own, sentence: `${told}${own.sentence}` };
      const isPatienceWanted = failure.kind === 'status' && STATUSES_OF_PATIENCE.has(failure.status);
      if (failure.kind === 'aborted' || isPatienceWanted) break;
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

/** An exchange's list of markets and the document that it is from. */
interface MarketList {
  readonly document: SourceDocument;
  readonly markets: ReadonlyMap<string, ExchangeMarket>;
}

/** Gives the list of markets: a new one, but the kept one while it is young at `now`, the service's clock, or however old where `mayBeOld`. */
export type ListMarkets = (
  ask: Ask,
  wanted?: { readonly now?: Date; readonly mayBeOld?: boolean },
) => Promise<Result<MarketList, HttpFailure | LayoutError>>;

/** A new list is asked for at the first age; where it cannot be had, the old one serves until the second. */
const RENEWAL_MS = 30 * MINUTE_MS;
const AGE_MAX_MS = 60 * MINUTE_MS;

/** Makes the giver of an exchange's list of markets, which has none yet. */
export function keepMarkets({
  facts,
  marketsRequest,
  read,
}: Pick<ExchangeDialect, 'facts' | 'marketsRequest' | 'read'>): ListMarkets {
  let kept: MarketList | null = null;
  return async (ask, { now, mayBeOld = false } = {}) => {
    const old = kept;
    const isYounger = (limitMs: number) => {
      if (old === null || now === undefined) return false;
      const ageMs = now.getTime() - old.document.fetchedAt.getTime();
      // A list from the future is from before the clock was set back, so its age is unknown.
      return ageMs >= 0 && ageMs < limitMs;
    };
    if (old !== null && (mayBeOld || isYounger(RENEWAL_MS))) return ok(old);
    const answer = await ask(marketsRequest, true);
    const list = answer.ok ? read(answer.value) : answer;
    if (answer.ok && list.ok && list.value.kind === 'markets') {
      kept = { document: answer.value, markets: list.value.markets };
      return ok(kept);
    }
    if (old !== null && isYounger(AGE_MAX_MS)) return ok(old);
    return list.ok
      ? unknownLayout(`${facts.name} answered with prices where its list of markets was asked for.`)
      : list;
  };
}
