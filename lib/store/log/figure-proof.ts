import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type LogLeaf, leafText, leafTextStart, parseLeafText } from '#lib/domain/log/log-leaf';
import { inclusionProof } from '#lib/domain/log/merkle-tree';
import { TILE_WIDTH } from '#lib/domain/log/tree-tiles';
import type { Schema } from '#lib/store/engine/schema';
import { type LogHead, readNewestLogHead } from './log-heads.ts';
import { entriesOf, storedTree } from './log-reads.ts';

/** A figure as it was known at an instant. */
export interface ProvenFigure extends Pick<LogLeaf, 'source' | 'base' | 'quote' | 'observedAtMs'> {
  /** Epoch milliseconds; what was entered later does not count. */
  readonly knownAtMs: number;
}

/** That an entry stands in the log. */
export interface FigureProof {
  readonly index: number;
  /** The entry itself, and its canonical text, which is what is hashed. */
  readonly leaf: LogLeaf;
  readonly text: string;
  /** The hashes that lead from the entry's to the root of the head, the lowest first. */
  readonly proof: readonly Uint8Array[];
}

/** What a signed head proves of some figures, in their order: null where it does not reach an entry of one. */
export interface FigureProofs {
  readonly head: LogHead;
  readonly proofs: readonly (FigureProof | null)[];
}

/**
 * Proofs by the root of their tree, which stands for all that is in it, and the index of the entry: many ask for the newest figures, and
 * a proof takes some 750 hashes. One is 640 bytes for a million entries.
 */
const KEPT_PROOFS = new LRUCache<string, readonly Uint8Array[]>({ max: 1000 });

/** Bundles that are searched at most; a figure's entries lie in as many as its instant was loaded or revised in. */
const BUNDLES_MAX = 1000;

/**
 * Proves by the newest signed head the last entry of each figure of a bank that was made by an instant; null where none was signed
 * yet. A new figure is proven a minute after it came, at the latest.
 */
export async function readInclusionProofs(
  db: Kysely<Schema>,
  figures: readonly ProvenFigure[],
): Promise<FigureProofs | null> {
  const head = await readNewestLogHead(db);
  if (head === null) return null;
  const tree = storedTree(db);
  const proofs: (FigureProof | null)[] = [];
  for (const figure of figures) {
    const found = await findLeaf(db, figure, head.size);
    if (found === null) proofs.push(null);
    else {
      const key = `${head.root} ${found.index}`;
      const proof =
        KEPT_PROOFS.get(key) ?? (await inclusionProof(tree, { index: found.index, size: head.size }));
      KEPT_PROOFS.set(key, proof);
      proofs.push({ ...found, text: leafText(found.leaf), proof });
    }
  }
  return { head, proofs };
}

async function findLeaf(
  db: Kysely<Schema>,
  figure: ProvenFigure,
  size: number,
): Promise<Pick<FigureProof, 'index' | 'leaf'> | null> {
  const { source, base, quote, observedAtMs, knownAtMs } = figure;
  // The key of the series.
  const series = await db
    .selectFrom('series')
    .select('id')
    .where('source', '=', source)
    .where('base', '=', base)
    .where('quote', '=', quote)
    .executeTakeFirst();
  if (!series) return null;
  // All of log_bundle_span, which has every column that is asked for; ordered by an expression, as in the order of the table SQLite
  // would go through all entries of the log.
  const bundles = await db
    .selectFrom('log_bundle')
    .select('bundle')
    .where('series_first', '<=', series.id)
    .where('series_last', '>=', series.id)
    .where('ts_first', '<=', observedAtMs)
    .where('ts_last', '>=', observedAtMs)
    .orderBy(sql`+bundle`, 'desc')
    .limit(BUNDLES_MAX)
    .execute();
  const start = Buffer.from(leafTextStart(figure));
  for (const { bundle } of bundles) {
    const entries = await readBundle(db, bundle);
    for (let place = entries.length - 1; place >= 0; place -= 1) {
      const index = bundle * TILE_WIDTH + place;
      const entry = Buffer.from(entries[place] ?? []);
      if (index >= size || !entry.subarray(0, start.length).equals(start)) continue;
      const leaf = parseLeafText(entry.toString('utf8'));
      if (leaf && leaf.seenAtMs <= knownAtMs) return { index, leaf };
    }
  }
  return null;
}

async function readBundle(db: Kysely<Schema>, bundle: number): Promise<readonly Uint8Array[]> {
  const row = await db
    .selectFrom('log_bundle')
    .select(['bundle', 'content'])
    .where('bundle', '=', bundle)
    .executeTakeFirstOrThrow();
  return entriesOf(row);
}
