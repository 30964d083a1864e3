import type { JsonSuccess } from '#lib/api/answer';
import type { IsoDay } from '#lib/domain/iso-day';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import { ok } from '#lib/domain/result';
import { earlierDayOf } from './past-rates.ts';

/** What a query says of an answer beside the rate. */
interface Wanted<Provenance extends object> {
  readonly date?: IsoDay | undefined;
  /** Whether it is to be said how each rate was made. */
  readonly include: boolean;
  readonly provenance: () => Provenance;
  /** What a receipt is to say of it, where one is wanted. */
  readonly toSign?: ((provenance: Provenance) => JsonSuccess['toSign']) | false;
}

/**
 * The answer of a rate or of a table of them: the body, with provenance where that is wanted, and what the headers say of the
 * oldest figure that was `used`.
 */
export function rateAnswer<Provenance extends object>(
  body: object,
  used: Pick<FoundRate, 'observedAt' | 'stale'>,
  { date, include, provenance, toSign = false }: Wanted<Provenance>,
): { readonly ok: true; readonly value: JsonSuccess } {
  const earlierDay = earlierDayOf(used.observedAt, date);
  const made = include || toSign !== false ? provenance() : null;
  return ok({
    body: include ? { ...body, provenance: made } : body,
    stale: used.stale,
    ...(made && toSign !== false && { toSign: toSign(made) }),
    ...(earlierDay && { headers: { 'X-Rate-Date': earlierDay } }),
  });
}
