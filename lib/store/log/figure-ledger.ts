import { type Kysely, sql } from 'kysely';
import { isoDayOf } from '#lib/domain/iso-day';
import type { LogLeaf } from '#lib/domain/log/log-leaf';
import type { Schema } from '#lib/store/engine/schema';

/** What the figures and the entries of the log differ in. */
export interface LedgerComparison {
  /** The first entry that the figures do not bear out, or a figure without an entry, as a sentence; null for none. */
  readonly difference: string | null;
  /** Figures whose earlier revisions are not those of the log. */
  readonly replacedOtherwise: number;
}

/** What the figures must be by the entries of the log, which are added in their order. */
export interface FigureLedger {
  readonly add: (index: number, leaf: LogLeaf) => void;
  readonly compareWith: (db: Kysely<Schema>) => Promise<LedgerComparison>;
}

/** Of one series: by instant the entry that counts, and the rates that gave way. */
interface SeriesLedger {
  readonly served: Map<number, number>;
  readonly replaced: Map<number, number[]>;
}

/** Something that differs; a figure without an entry comes after all that have one. */
interface Finding {
  readonly index: number;
  readonly sentence: string;
}

/** What entries say, by their index. */
interface Entries {
  readonly rates: number[];
  readonly documents: string[];
}

/** Makes an empty ledger. */
export function createFigureLedger(): FigureLedger {
  const ledgers = new Map<string, SeriesLedger>();
  const entries: Entries = { rates: [], documents: [] };
  const known = new Map<string, string>();
  return {
    add: (index, { source, base, quote, observedAtMs, rate, sha256, kind }) => {
      const name = `${source} ${base}/${quote}`;
      const ledger = ledgers.get(name) ?? { served: new Map(), replaced: new Map() };
      ledgers.set(name, ledger);
      const before = ledger.served.get(observedAtMs);
      if (before !== undefined) {
        const replaced = ledger.replaced.get(observedAtMs) ?? [];
        ledger.replaced.set(observedAtMs, [...replaced, entries.rates[before] ?? Number.NaN]);
      }
      entries.rates[index] = rate;
      // One text for all entries of a document.
      entries.documents[index] = known.get(sha256) ?? sha256;
      known.set(sha256, sha256);
      if (kind === 'withdrawn') ledger.served.delete(observedAtMs);
      else ledger.served.set(observedAtMs, index);
    },
    compareWith: async (db) => {
      const names = new Map((await seriesNames(db)).map(({ id, name }) => [name, id]));
      const findings: Finding[] = [];
      let replacedOtherwise = 0;
      for (const name of new Set([...names.keys(), ...ledgers.keys()])) {
        const id = names.get(name) ?? NO_SERIES;
        const ledger = ledgers.get(name);
        const rows = await storedFigures(db, id);
        // A market's series: its days are not part of the log.
        if (!ledger && rows.length === 0) continue;
        findings.push(...firstFinding(findDifferences(name, { served: ledger?.served, rows, entries })));
        replacedOtherwise += differingReplaced(ledger?.replaced ?? new Map(), await replacedFigures(db, id));
      }
      return { difference: firstFinding(findings)[0]?.sentence ?? null, replacedOtherwise };
    },
  };
}

/** No series has this number. */
const NO_SERIES = -1;

/** What the log says of a series, and what is stored. */
interface Comparing {
  readonly served: ReadonlyMap<number, number> | undefined;
  readonly rows: readonly StoredRow[];
  readonly entries: Entries;
}

function* findDifferences(
  name: string,
  { served = new Map(), rows, entries }: Comparing,
): Generator<Finding> {
  const dayOf = (atMs: number) => `${name} of ${isoDayOf(new Date(atMs))}`;
  const stored = new Map(rows.map((row) => [Number(row.ts), row]));
  for (const [atMs, index] of served) {
    const is = unlike(stored.get(atMs), entries.rates[index], entries.documents[index]);
    if (is === null) continue;
    const sentence = `Entry ${index} of the log says ${entries.rates[index]} for ${dayOf(atMs)}, and ${is} is stored.`;
    yield { index, sentence };
  }
  for (const [atMs, { rate }] of stored) {
    if (served.has(atMs)) continue;
    const sentence = `The log has no entry for ${dayOf(atMs)}, and ${rate} is stored.`;
    yield { index: Number.POSITIVE_INFINITY, sentence };
  }
}

/** In which way a figure is not what an entry says; null where it is. */
function unlike(row: StoredRow | undefined, rate?: number, sha256?: string): string | null {
  if (!row) return 'no figure';
  if (row.rate !== rate) return String(row.rate);
  return row.sha256 === sha256 ? null : 'the same from another document';
}

/** The one with the lowest index; none of none. */
function firstFinding(findings: Iterable<Finding>): readonly Finding[] {
  let first: Finding | null = null;
  for (const finding of findings) {
    if (first === null || finding.index < first.index) first = finding;
  }
  return first === null ? [] : [first];
}

interface StoredRow {
  readonly ts: number;
  readonly rate: number | null;
  readonly sha256: string | null;
}

async function seriesNames(db: Kysely<Schema>): Promise<readonly { id: number; name: string }[]> {
  // All of series: some hundreds.
  const rows = await db.selectFrom('series').select(['id', 'source', 'base', 'quote']).execute();
  return rows.map(({ id, source, base, quote }) => ({ id, name: `${source} ${base}/${quote}` }));
}

async function storedFigures(db: Kysely<Schema>, seriesId: number): Promise<readonly StoredRow[]> {
  // obs_day_key, and the documents by theirs.
  const { rows } = await sql<StoredRow>`
    select o.ts, o.rate, b.sha256 from obs_day o left join body b on b.id = o.body_id
    where o.series_id = ${seriesId} order by o.ts`.execute(db);
  return rows;
}

async function replacedFigures(db: Kysely<Schema>, seriesId: number) {
  // obs_revision_key.
  return db
    .selectFrom('obs_revision')
    .select(['ts', 'rate'])
    .where('series_id', '=', seriesId)
    .orderBy('ts')
    .orderBy('replaced_at')
    .execute();
}

/** Instants of a series whose replaced rates are not, in their order, those that gave way in the log. */
function differingReplaced(
  replaced: ReadonlyMap<number, readonly number[]>,
  rows: readonly { readonly ts: number; readonly rate: number }[],
): number {
  const stored = new Map<number, number[]>();
  for (const { ts, rate } of rows) stored.set(Number(ts), [...(stored.get(Number(ts)) ?? []), rate]);
  const instants = new Set([...replaced.keys(), ...stored.keys()]);
  return [...instants].filter((atMs) => String(replaced.get(atMs)) !== String(stored.get(atMs))).length;
}
