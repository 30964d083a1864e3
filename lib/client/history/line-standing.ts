import { queryOptions } from '@tanstack/react-query';
import type {
  NoRateReason,
  PairComparisonWithReasons,
  Provenance,
  StatusReport,
} from '#lib/contract/responses';
import { askIntervalMs, PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { HistoryAsked } from './history-client.ts';
import type { RatesClient } from '#lib/client/rates/rates-client';

/**
 * What is to be said of a line's newest figure: it is behind, a newer one is held, it may no longer be served, its source is out, or
 * its market is closed.
 */
export type LineStanding =
  | { readonly kind: 'late' | 'stale' | 'held' | 'outage'; readonly observedAt: string }
  | { readonly kind: 'closed'; readonly market: NonNullable<Provenance['market']> }
  | { readonly kind: 'missing'; readonly reason: NoRateReason };

/** How the newest figure of a line stands; null where there is nothing to say of it. */
export function standingQuery(client: RatesClient, { base, quote, source }: HistoryAsked) {
  return queryOptions<{ readonly standing: LineStanding | null; readonly isRepeated: boolean }>({
    ...PATIENT,
    queryKey: ['standing', base, quote, source],
    refetchInterval: ({ state }) => askIntervalMs(state, REFRESH_MS),
    queryFn: async () => {
      const [pair, status] = await Promise.all([client.compare({ from: base, to: quote }), client.status()]);
      return {
        standing:
          pair.answer.ok && status.answer.ok
            ? standingOf(source, pair.answer.value, status.answer.value)
            : null,
        isRepeated: pair.isRepeated || status.isRepeated,
      };
    },
  });
}

function standingOf(
  source: HistoryAsked['source'],
  { rates, without }: PairComparisonWithReasons,
  { sources }: StatusReport,
): LineStanding | null {
  const missing = without.find((one) => one.source === source);
  if (missing?.code === 'source_unavailable') return { kind: 'missing', reason: missing.reason };
  const { provenance, timestamp } = rates.find((one) => one.source === source) ?? {};
  if (provenance === undefined || timestamp === undefined) return null;
  const { age, legs, market } = provenance;
  const behind = legs.find((leg) => leg.age === age);
  const observedAt = behind?.observedAt ?? timestamp;
  if (behind?.newerHeldAt !== undefined) return { kind: 'held', observedAt };
  if (age === 'late' || age === 'stale') return { kind: age, observedAt };
  const isOut = sources.some((one) => one.source === source && one.status === 'outage');
  if (isOut) return { kind: 'outage', observedAt };
  return market ? { kind: 'closed', market } : null;
}
