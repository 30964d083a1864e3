import type { Kysely, Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** Fixings on their way in, a column each so that they cross threads without a copy per row. */
export interface StagedFixings {
  readonly seriesIds: Int32Array;
  readonly instantsMs: Float64Array;
  /** One unit of the series' base in its quote. */
  readonly rates: Float64Array;
}

/** What a write command works with: the query builder, and the engine's own way to load many rows. */
export interface WriteDatabase {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /** Fills the connection's own `staged_fixing` table within the transaction; the table is empty before and gone after. */
  readonly stageFixings: (transaction: Transaction<Schema>, fixings: StagedFixings) => Promise<void>;
}
