import type { Answer } from '#lib/api/answer';
import type { Provenance } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import { ok } from '#lib/domain/result';
import { earlierDayOf } from './past-rates.ts';

/** What a query says of an answer beside the rate. */
interface Wanted {
  readonly date?: IsoDay | undefined;
  /** Whether it is to be said how each rate was made. */
  readonly include: boolean;
}

/**
 * The answer of a rate or of a table of them: the body, with provenance where that is wanted, and what the headers say of the
 * oldest figure that was `used`.
 */
export function rateAnswer(
  body: object,
  { observedAt, stale }: Pick<FoundRate, 'observedAt' | 'stale'>,
  { date, include }: Wanted,
  provenance: () => Provenance | Readonly<Record<string, Provenance>>,
): Answer {
  const earlierDay = earlierDayOf(observedAt, date);
  return ok({
    body: include ? { ...body, provenance: provenance() } : body,
    stale,
    ...(earlierDay && { headers: { 'X-Rate-Date': earlierDay } }),
  });
}
