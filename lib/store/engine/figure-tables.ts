import {
  bigint,
  bytes,
  double,
  integer,
  numbered,
  orNull,
  type TableDescription,
  text,
} from './table-description.ts';

/** PostgreSQL takes NaN for a number greater than all others. */
const SOUND = 'check (rate > 0 and rate < 1e300)';

/**
 * The ticks of a minute, an hour or a day that begins at `ts`: `at` and `rate` are the last real one's. `n` counts those that made a
 * row; 0 says that the figure is a publisher's daily bar, which may state neither `low` nor `high`. No references: the series and the
 * document are made in the same transaction, and a look-up for each tick would double its cost.
 */
const TICKS = {
  columns: {
    series_id: integer(),
    ts: bigint(),
    at: bigint(),
    rate: double(SOUND),
    low: orNull(double()),
    high: orNull(double()),
    n: integer(),
    body_id: integer(),
  },
  key: ['series_id', 'ts'],
  isClustered: true,
} as const satisfies TableDescription;

/** The tables of figures and their documents. */
export const FIGURE_TABLES = {
  /** The figures of one source for one pair, in the published direction. */
  series: {
    columns: { id: numbered(), source: text(), base: text(), quote: text() },
    key: ['id'],
    unique: ['source', 'base', 'quote'],
  },
  /** One row for each document that brought a figure. */
  body: {
    columns: {
      id: numbered(),
      source: text(),
      url: text(),
      fetched_at: bigint(),
      sha256: text(),
      size: bigint(),
      /** gzip; kept of small documents only. */
      content: orNull(bytes()),
      /** The finest tier of ticks that may still name the document; null for documents that are kept for ever. */
      tier: orNull(text<'minute' | 'hour' | 'day'>()),
      /** When an operator took it back: none of its figures is restored any more. */
      taken_back_at: orNull(bigint()),
      /** The span of the ticks that were stored from it; null where `tier` is. */
      oldest_at: orNull(bigint()),
      newest_at: orNull(bigint()),
    },
    key: ['id'],
    indexes: {
      body_of_sha256: '(sha256)',
      body_of_ticks: '(tier, source, newest_at) where tier is not null',
    },
  },
  /**
   * The newest revision of each fixing. Identity is the day: `ts` is the fixing instant of that day. When it was first seen is
   * `fetched_at` of its document. No references: to check them would make an import a second longer. The staged table refuses a series
   * without id, and the document is made in the same transaction.
   */
  obs_day: {
    columns: { series_id: integer(), ts: bigint(), rate: double(SOUND), body_id: integer() },
    key: ['series_id', 'ts'],
    isClustered: true,
    carried: 'rate',
  },
  /** Figures that a publisher replaced, append-only; `replaced_at` is when the newer one was first seen here. */
  obs_revision: {
    columns: {
      series_id: integer(),
      ts: bigint(),
      rate: double(),
      body_id: integer(),
      replaced_at: bigint(),
    },
    key: ['series_id', 'ts', 'replaced_at'],
    isClustered: true,
  },
  /** A stored figure that a rule finds remarkable. */
  obs_flag: {
    columns: { series_id: integer(), ts: bigint(), rule: text() },
    key: ['series_id', 'ts', 'rule'],
    isClustered: true,
  },
  /** The newest quote of a market series; `polled_at` is when a poll last showed it, changed or not. */
  tick_newest: {
    columns: {
      series_id: integer(),
      rate: double(SOUND),
      observed_at: bigint(),
      polled_at: bigint(),
      body_id: integer(),
    },
    key: ['series_id'],
    isRewritten: true,
  },
  /**
   * Polls add to the end of this one, which is emptied into the minutes once an hour: in the order of those a poll would change a page
   * for each series.
   */
  tick_recent: { ...TICKS, key: ['ts', 'series_id'] },
  tick_minute: TICKS,
  tick_hour: TICKS,
  tick_day: TICKS,
  /** Hours of a source that have ticks which the coarser tiers do not yet hold. */
  tick_unrolled: {
    columns: { source: text(), hour: bigint() },
    key: ['hour', 'source'],
    isClustered: true,
  },
} as const satisfies Readonly<Record<string, TableDescription>>;
