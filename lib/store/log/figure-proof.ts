import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type LogLeaf, leafText, leafTextStart, parseLeafText } from '#lib/domain/log/log-leaf';
import { type HashedTree, inclusionProof, provesInclusion } from '#lib/domain/log/merkle-tree';
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

/** What a signed head proves of some figures, in their order: null where it does not reach an entry of one, or the log is damaged there. */
export interface FigureProofs {
  readonly head: LogHead;
  readonly proofs: readonly (FigureProof | null)[];
}

/**
 * The newest entry of a figure with its proof, by the root of the tree, which stands for all that is in it: many ask for the newest
 * figures, and a proof takes some 750 hashes. One takes about 1 kB for a million entries.
 */
const KEPT_PROOFS = new LRUCache<string, FigureProof>({ max: 1000 });

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
  const log = { db, head, tree: storedTree(db) };
  const proofs: (FigureProof | null)[] = [];
  for (const figure of figures) proofs.push(await proveFigure(log, figure));
  return { head, proofs };
}

/** The log up to a head. */
interface HeadedLog {
  readonly db: Kysely<Schema>;
  readonly head: LogHead;
  readonly tree: HashedTree;
}

async function proveFigure(log: HeadedLog, figure: ProvenFigure): Promise<FigureProof | null> {
  const key = `${log.head.root} ${leafTextStart(figure)}`;
  const newest =
    KEPT_PROOFS.get(key) ?? (await proveLeaf(log, { ...figure, knownAtMs: Number.POSITIVE_INFINITY }));
  if (newest === null) return null;
  KEPT_PROOFS.set(key, newest);
  return newest.leaf.seenAtMs <= figure.knownAtMs ? newest : proveLeaf(log, figure);
}

async function proveLeaf({ db, head, tree }: HeadedLog, figure: ProvenFigure): Promise<FigureProof | null> {
  const { size } = head;
  const found = await findLeaf(db, figure, size);
  if (found === null) return null;
  const { index, leaf } = found;
  const text = leafText(leaf);
  const proof = await inclusionProof(tree, { index, size });
  const leafHash = tree.hasher.leaf(Buffer.from(text));
  const root = Buffer.from(head.root, 'base64');
  return provesInclusion(tree.hasher, { leafHash, index, size, root }, proof)
    ? { index, leaf, text, proof }
    : null;
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
