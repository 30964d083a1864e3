import type { Selectable } from 'kysely';
import { ACCOUNT_TABLES } from './account-tables.ts';
import { FIGURE_TABLES } from './figure-tables.ts';
import { SOURCE_TABLES } from './source-tables.ts';
import type { RowOf } from './table-description.ts';

/**
 * Every table, those that others refer to first: what the first migration makes, and what rows are. Instants are epoch milliseconds
 * UTC, truth values 0 and 1.
 */
export const TABLES = { ...FIGURE_TABLES, ...SOURCE_TABLES, ...ACCOUNT_TABLES } as const;

/** The names of all tables, in that order. */
export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);

/** The rows of every table. */
export type Schema = { [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };

export type ApiKeyRow = Selectable<Schema['api_key']>;
