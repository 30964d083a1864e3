import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { SeriesPair } from '#lib/store/rates/series';

/** A published pair of which figures are held for review, and when the newest of them was observed. */
export interface HeldPair extends SeriesPair {
  readonly newestAtMs: number;
}

/** Which held figures are meant. */
export interface HeldPairsQuery {
  readonly source: string;
  /** The instant at which they were held; now where null. */
  readonly heldAtMs: number | null;
  /** Figures observed later are left out; absent where all count. */
  readonly notAfterMs?: number;
}

/** Pairs of one source that are held at one time; more than any source publishes. */
const HELD_PAIRS_LIMIT = 20_000;

/** The pairs of which a figure other than a past day of a market is held, each once. */
export async function readHeldPairs(
  db: Kysely<Schema>,
  { source, heldAtMs, notAfterMs = Number.MAX_SAFE_INTEGER }: HeldPairsQuery,
): Promise<readonly HeldPair[]> {
  // quarantine_of_source.
  const rows = await db
    .selectFrom('quarantine')
    .select(({ fn }) => ['base', 'quote', fn.max('observed_at').as('newestAtMs')])
    .where('source', '=', source)
    .where('kind', '!=', 'bar')
    .where('observed_at', '<=', notAfterMs)
    .where((row) =>
      heldAtMs === null
        ? row('state', '=', 'held')
        : row.and([
            row('first_seen_at', '<=', heldAtMs),
            row.or([row('state', '=', 'held'), row('decided_at', '>', heldAtMs)]),
          ]),
    )
    .groupBy(['base', 'quote'])
    .limit(HELD_PAIRS_LIMIT)
    .execute();
  return rows.map((row) => ({ ...row, newestAtMs: Number(row.newestAtMs) }));
}
