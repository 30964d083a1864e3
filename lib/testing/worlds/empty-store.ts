import type { Kysely } from 'kysely';
import type { FixingBatch, FixingDocument } from '#lib/store/rates/fixings';
import { type ApiKeyRow, type Schema, TABLE_NAMES } from '#lib/store/engine/schema';
import type { Store } from '#lib/store/store';
import { type FiguresByPair, TEST_NOW } from '#lib/testing/builders/builders';

/** A database of one engine without a row, for one test. */
export interface EmptyStore {
  readonly store: Store;
  /** For tables that the store has no read of its own for; sees every commit. */
  readonly db: Kysely<Schema>;
  /** Changes the database by a statement, as another program would that knows nothing of this one. */
  readonly rewrite: (statement: string) => Promise<void>;
  /** Closes the store and opens the same database again; `db` goes on. */
  readonly reopen: () => Promise<Store>;
  /** Opens the same database once more, as another process would; closed when the test ends. */
  readonly openAnother: () => Promise<Store>;
  /** Lets go of what the test alone used. */
  readonly dispose: () => Promise<void>;
}

/** Makes or empties a database of one engine. */
export type OpenEmptyStore = () => Promise<EmptyStore>;

/** Every table that tests fill, in the order in which rows that others point to come last. */
export const FILLED_TABLES: readonly string[] = TABLE_NAMES.filter(
  (name) => name !== 'revision',
).toReversed();

/** The statement that sets the counters of change back, none of a source left. */
export const EMPTIED_REVISIONS =
  "delete from revision where subject like 'rates:%'; update revision set n = 0";

/** The instant of the fixing of a test's day: noon UTC, in epoch milliseconds. */
export function instantMs(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

/**
 * The figures of one document as the validation lets them through, by day and pair:
 * `aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })`. The document is its figures as JSON, of the source `ecb`.
 */
export function aFixingBatch(
  days: Readonly<Record<string, FiguresByPair>>,
  part: Partial<FixingDocument> = {},
): FixingBatch {
  const rows = Object.entries(days).flatMap(([day, figures]) =>
    Object.entries(figures).map(([pair, rate]) => ({ ts: instantMs(day), pair, rate })),
  );
  const pairs = [...new Set(rows.map(({ pair }) => pair))];
  const series = pairs.map((pair) => {
    const [base = '', quote = ''] = pair.split('/');
    return { base, quote };
  });
  const body = new TextEncoder().encode(JSON.stringify(days));
  return {
    document: { source: 'ecb', url: 'file:test', fetchedAtMs: TEST_NOW.getTime(), body, ...part },
    series,
    seriesIndexes: Uint32Array.from(rows, ({ pair }) => pairs.indexOf(pair)),
    instantsMs: Float64Array.from(rows, ({ ts }) => ts),
    rates: Float64Array.from(rows, ({ rate }) => rate),
  };
}

/** A key's row that never expires, of the account `accountId`; `id` also makes its hash. */
export function anApiKeyRow(accountId: string, id: string, part: Partial<ApiKeyRow> = {}): ApiKeyRow {
  return {
    id,
    account_id: accountId,
    hash: `hash of ${id}`,
    prefix: 'xr_live_AAAAAA',
    last4: 'ZZZZ',
    name: 'a key',
    created_at: TEST_NOW.getTime(),
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    limit_per_minute: null,
    allowed_sources: null,
    replaced_by: null,
    ends_at: null,
    ...part,
  };
}

/** The figure of a pair in the newest publication of `ecb`; undefined when it has none. */
export async function servedRate(store: Store, pair: string): Promise<number | undefined> {
  const { publications } = await store.readNewestPublications('ecb', 1);
  return publications[0]?.figures.find(({ base, quote }) => `${base}/${quote}` === pair)?.rate;
}
