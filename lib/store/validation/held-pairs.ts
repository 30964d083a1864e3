import type { Kysely, NotNull } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { SeriesPair } from '#lib/store/rates/series';
import { HELD_MAX } from './held.ts';

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

/** The pairs of which a figure other than a past day of a market is held, each once. */
export async function readHeldPairs(
  db: Kysely<Schema>,
  { source, heldAtMs, notAfterMs = Number.MAX_SAFE_INTEGER }: HeldPairsQuery,
): Promise<readonly HeldPair[]> {
  // held_of_source.
  const rows = await db
    .selectFrom('held')
    .select(({ fn }) => ['base', 'quote', fn.max('observed_at').as('newestAtMs')])
    .where('source', '=', source)
    .where('kind', 'in', ['fixing', 'tick'])
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
    .$narrowType<{ base: NotNull; quote: NotNull }>()
    .limit(HELD_MAX)
    .execute();
  return rows.map((row) => ({ ...row, newestAtMs: Number(row.newestAtMs) }));
}
