import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { addDays, dayNumber, dayNumberOf, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import {
  type ColumnOf,
  type DayColumn,
  pegColumn,
  LONGEST_CHANGE_DAYS,
  LOOK_BACK_DAYS,
  type SeriesName,
} from '#lib/domain/series/rate-series';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryReads } from '#lib/api/api-service';

/** Days of a column: the longest change, its look back, and as much as the newest figure of a bank may be old. */
const COLUMN_DAYS = LONGEST_CHANGE_DAYS + LOOK_BACK_DAYS + 22;

/** Columns kept at most; each takes some 700 bytes. More pairs than all sources together publish. */
const COLUMNS_MAX = 8192;

/** Statements between two looks at other requests; four take less than a millisecond. */
const READS_AT_ONCE = 4;

/**
 * How long the closed days of a market may be shown before they are read again after a poll: only a roll-up or a history
 * that comes late changes them, and the day that is open comes from the snapshot.
 */
const MARKET_KEPT_MS = 5 * 60_000;

/** The daily figures of the last weeks, in memory: read when first asked for, again when their source published. */
export interface DayColumns {
  /** The columns of the given series as of the snapshot; null when some have to be read first. */
  readonly find: (names: readonly SeriesName[], snapshot: RateSnapshot) => ColumnOf | null;
  /** Reads those that are missing or outdated, leaving room for other requests in between. */
  readonly load: (names: readonly SeriesName[], snapshot: RateSnapshot) => Promise<ColumnOf>;
}

interface Held {
  readonly column: DayColumn | null;
  /** The number of the source's own commit that it is of. */
  readonly revision: number;
  readonly today: IsoDay;
  /** The newest fixing that counted then. */
  readonly untilMs: number;
  readonly readAtMs: number;
}

type Revisions = Awaited<ReturnType<HistoryReads['readRevisions']>>;

/** Columns over a store; bounded, and empty at first. */
export function createDayColumns(history: HistoryReads): DayColumns {
  const columns = new LRUCache<string, Held>({ max: COLUMNS_MAX });
  let known: Revisions | null = null;
  const isCurrent = (name: SeriesName, snapshot: RateSnapshot): boolean => {
    const held = columns.get(keyOf(name));
    const source = sourceOf(snapshot, name);
    if (!held || !source || held.today !== snapshot.today) return false;
    if (source.cadence === 'law') return true;
    if (source.cadence === 'fixing' && held.untilMs !== knownUntilMs(snapshot, source)) return false;
    if (held.revision === (known?.rateSources.get(name.source) ?? 0)) return true;
    return source.cadence === 'tick' && snapshot.asOf.getTime() - held.readAtMs < MARKET_KEPT_MS;
  };
  const columnOf: ColumnOf = (name) => columns.get(keyOf(name))?.column ?? null;
  return {
    find: (names, snapshot) =>
      known?.rates === snapshot.revision && names.every((name) => isCurrent(name, snapshot))
        ? columnOf
        : null,
    load: async (names, snapshot) => {
      const revisions = await history.readRevisions();
      known = revisions;
      const { today } = snapshot;
      const byKey = new Map(names.map((name) => [keyOf(name), name]));
      const wanted = [...byKey.values()].filter((name) => !isCurrent(name, snapshot));
      const days = daysTo(today);
      for (let start = 0; start < wanted.length; start += READS_AT_ONCE) {
        for (const name of wanted.slice(start, start + READS_AT_ONCE)) {
          const column = await readColumn(history, { snapshot, days }, name);
          const revision = revisions.rateSources.get(name.source) ?? 0;
          const source = sourceOf(snapshot, name);
          const readAtMs = snapshot.asOf.getTime();
          const untilMs = source ? knownUntilMs(snapshot, source) : readAtMs;
          columns.set(keyOf(name), { column, revision, today, untilMs, readAtMs });
        }
        await setImmediate();
      }
      return columnOf;
    },
  };
}

/** What is read for: a snapshot, and the days of every column, the last of them its own. */
interface ReadFor {
  readonly snapshot: RateSnapshot;
  readonly days: readonly IsoDay[];
}

async function readColumn(
  history: HistoryReads,
  { snapshot, days }: ReadFor,
  name: SeriesName,
): Promise<DayColumn | null> {
  const source = sourceOf(snapshot, name);
  if (!source) return null;
  const [firstDay = snapshot.today] = days;
  if (source.cadence === 'law') return pegColumn(source, name.series, days);
  const [base = '', quote = ''] = name.series.split('/');
  const span = {
    source: source.id,
    base,
    quote,
    fromMs: startOfDay(firstDay).getTime(),
    toMs: knownUntilMs(snapshot, source),
    limit: COLUMN_DAYS + 1,
  };
  const { instantsMs, rates } =
    source.cadence === 'tick'
      ? await history.readTickSeries({ ...span, tier: 'day' })
      : await history.readSeries(span);
  if (rates.length === 0) return null;
  const first = dayNumberOf(firstDay);
  const figures = new Float64Array(COLUMN_DAYS).fill(Number.NaN);
  for (let index = 0; index < instantsMs.length; index += 1)
    figures[dayNumber(instantsMs[index] ?? Number.NaN) - first] = rates[index] ?? Number.NaN;
  return { firstDay: first, figures };
}

function daysTo(today: IsoDay): readonly IsoDay[] {
  return Array.from({ length: COLUMN_DAYS }, (_, index) => addDays(today, index + 1 - COLUMN_DAYS));
}

function sourceOf({ sources }: RateSnapshot, { source }: SeriesName): SourceSnapshot | undefined {
  return sources.find(({ id }) => id === source);
}

function keyOf({ source, series }: SeriesName): string {
  return `${source} ${series}`;
}
