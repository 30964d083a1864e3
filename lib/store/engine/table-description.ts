import type { Generated } from 'kysely';

/** A column as both engines declare it; `Value` is what a row has there. */
export interface Column<Value> {
  readonly type: 'text' | 'integer' | 'bigint' | 'double precision' | 'bytes' | 'numbered';
  readonly isNullable: boolean;
  /** What stands after its type, such as a reference. */
  readonly rest: string;
  /** Of its type alone: no column has one. */
  readonly value?: Value;
}

/** A table as both engines declare it. */
export interface TableDescription {
  readonly columns: Readonly<Record<string, Column<unknown>>>;
  readonly key: readonly string[];
  /** Whether SQLite keeps the rows in the key itself, so that those of one series lie together. */
  readonly isClustered?: true;
  /** A column that the key carries in PostgreSQL, so that reading it needs nothing but the key. */
  readonly carried?: string;
  /** Whether every row changes with every poll: PostgreSQL then finds room for the new one beside the old one and leaves the key alone. */
  readonly isRewritten?: true;
  readonly unique?: readonly string[];
  /** Further indexes by name, each with its columns and condition. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Whether a restored backup begins without its rows: what signs somebody in, and what belongs to one run. */
  readonly isOfOneRun?: true;
}

/** The rows of a table. */
export type RowOf<Table extends TableDescription> = {
  -readonly [Name in keyof Table['columns']]: Table['columns'][Name] extends Column<infer Value>
    ? Value
    : never;
};

/** A text, or one of some. */
export function text<Value extends string = string>(rest = ''): Column<Value> {
  return { type: 'text', isNullable: false, rest };
}

/** A whole number of up to 32 bits. */
export function integer(rest = ''): Column<number> {
  return { type: 'integer', isNullable: false, rest };
}

/** A count, or an instant in epoch milliseconds UTC. */
export function bigint(rest = ''): Column<number> {
  return { type: 'bigint', isNullable: false, rest };
}

/** A double: published figures have at most 15 significant digits and come back digit for digit. */
export function double(rest = ''): Column<number> {
  return { type: 'double precision', isNullable: false, rest };
}

/** Bytes. */
export function bytes(): Column<Uint8Array> {
  return { type: 'bytes', isNullable: false, rest: '' };
}

/** The key of a row that comes without one, given out by the database. */
export function numbered(): Column<Generated<number>> {
  return { type: 'numbered', isNullable: false, rest: '' };
}

/** The same column, which may be empty. */
export function orNull<Value>({ type, rest }: Column<Value>): Column<Value | null> {
  return { type, isNullable: true, rest };
}

/** The same column, 0 in a row that comes without it. */
export function orZero({ type, rest }: Column<number>): Column<Generated<number>> {
  return { type, isNullable: false, rest: `default 0 ${rest}` };
}
