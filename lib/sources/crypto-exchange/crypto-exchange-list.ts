import { ok, type Result } from '#lib/domain/result';
import type { HttpFailure } from '#lib/platform/http-client';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';

import type { Ask } from './crypto-exchange-ask.ts';
import type { ExchangeDialect, ExchangeMarket } from './crypto-exchange-dialect.ts';
import { MINUTE_MS } from '#lib/domain/durations';

/** An exchange's list of markets and the document that it is from. */
export interface MarketList {
  readonly document: SourceDocument;
  readonly markets: ReadonlyMap<string, ExchangeMarket>;
}

/** The newest list of an exchange's markets, kept between polls. */
export interface MarketListKeeper {
  /** Asks the exchange. */
  readonly renew: (ask: Ask) => Promise<Result<MarketList, HttpFailure | LayoutError>>;
  /** The kept list while it is young enough at `now`, the service's clock; else a new one. */
  readonly current: (ask: Ask, now: Date) => ReturnType<MarketListKeeper['renew']>;
  /** The kept list however old, else a new one. */
  readonly any: (ask: Ask) => ReturnType<MarketListKeeper['renew']>;
}

/** A new list is asked for at the first age; where it cannot be had, the old one serves until the second. */
const RENEWAL_MS = 30 * MINUTE_MS;
const AGE_MAX_MS = 60 * MINUTE_MS;

/** Makes a keeper that has no list yet. */
export function createMarketListKeeper({
  facts,
  marketsRequest,
  read,
}: Pick<ExchangeDialect, 'facts' | 'marketsRequest' | 'read'>): MarketListKeeper {
  let kept: MarketList | null = null;
  const renew: MarketListKeeper['renew'] = async (ask) => {
    const answer = await ask(marketsRequest, true);
    if (!answer.ok) return answer;
    const list = read(answer.value);
    if (!list.ok) return list;
    if (list.value.kind !== 'markets') {
      return unknownLayout(`${facts.name} answered with prices where its list of markets was asked for.`);
    }
    kept = { document: answer.value, markets: list.value.markets };
    return ok(kept);
  };
  return {
    renew,
    current: async (ask, now) => {
      const old = kept;
      if (old !== null && isYounger(old, now, RENEWAL_MS)) return ok(old);
      const renewed = await renew(ask);
      return !renewed.ok && old !== null && isYounger(old, now, AGE_MAX_MS) ? ok(old) : renewed;
    },
    any: (ask) => (kept === null ? renew(ask) : Promise.resolve(ok(kept))),
  };
}

/** A list from the future is from before the clock was set back, so its age is unknown. */
function isYounger({ document }: MarketList, now: Date, limitMs: number): boolean {
  const ageMs = now.getTime() - document.fetchedAt.getTime();
  return ageMs >= 0 && ageMs < limitMs;
}
