import type { Kysely, Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** Types that both engines know by these names. */
export type ColumnType = 'integer' | 'bigint' | 'double precision' | 'text';

/** Values of one column, row by row, so that they cross threads without a copy per row. NaN is kept as no value. */
export interface RowColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: ArrayLike<number | string | null>;
}

/** Some thousands of rows for one table; `onConflict` says what becomes of a row whose key is there. */
export interface RowInsert {
  readonly table: keyof Schema;
  readonly columns: readonly RowColumn[];
  /** `on conflict ...`, where `excluded` is the new row; no two new rows may have the same key. */
  readonly onConflict: string;
}

/** A column of a staged table; `nullable` where a row may lack it. */
export interface StagedColumn extends RowColumn {
  readonly type: Exclude<ColumnType, 'text'>;
  readonly nullable: boolean;
}

/** Many rows on their way in; the first two columns are the key: `series_id` and `ts`. */
export interface StagedRows {
  readonly table: 'staged_fixing' | 'staged_bar';
  readonly columns: readonly [StagedColumn, StagedColumn, ...StagedColumn[]];
}

/** What a write command works with: the query builder, and the engine's own ways to load rows. */
export interface WriteDatabase {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /**
   * Fills a temporary table of the connection within the transaction, made for any number of rows. There is no such table
   * before; the caller drops it. Rejects when two rows have one key or a series is not known, which is a negative id.
   */
  readonly stageRows: (transaction: Transaction<Schema>, rows: StagedRows) => Promise<void>;
  /** Inserts or changes rows within the transaction. */
  readonly writeRows: (transaction: Transaction<Schema>, rows: RowInsert) => Promise<void>;
}
