/**
 * What happened to a figure: accepted where none was served for its instant, revised where it took the place of another one,
 * withdrawn where none is served any more.
 */
export const LEAF_KINDS = ['accepted', 'revised', 'withdrawn'] as const;

/** One of {@link LEAF_KINDS}. */
export type LeafKind = (typeof LEAF_KINDS)[number];

/** An entry of the log: what became of an official source's figure. */
export interface LogLeaf {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  /** The instant of the fixing, in epoch milliseconds. */
  readonly observedAtMs: number;
  /** One unit of base in quote, as published; of a withdrawn figure what it was. */
  readonly rate: number;
  /** SHA-256 of the document that brought the figure, in hex. */
  readonly sha256: string;
  readonly kind: LeafKind;
  /** When this service learned of it, in epoch milliseconds. */
  readonly seenAtMs: number;
}

/**
 * The canonical text of an entry: a JSON array without spaces, its instants ISO 8601 in UTC with milliseconds, and the rate as
 * the shortest digits that give the same double, as ECMAScript writes numbers:
 * `["ecb","EUR","USD","2026-04-13T12:15:00.000Z",1.1684,"9f86…","accepted","2026-04-13T14:02:11.512Z"]`.
 */
export function leafText(leaf: LogLeaf): string {
  const { source, base, quote, observedAtMs, rate, sha256, kind, seenAtMs } = leaf;
  return JSON.stringify([source, base, quote, isoOf(observedAtMs), rate, sha256, kind, isoOf(seenAtMs)]);
}

/** What the text of every entry of a figure begins with. */
export function leafTextStart(figure: Pick<LogLeaf, 'source' | 'base' | 'quote' | 'observedAtMs'>): string {
  const { source, base, quote, observedAtMs } = figure;
  return `${JSON.stringify([source, base, quote, isoOf(observedAtMs)]).slice(0, -1)},`;
}

/** Reads a canonical text; null where it is none. */
export function parseLeafText(text: string): LogLeaf | null {
  const parts = jsonOf(text);
  if (!Array.isArray(parts)) return null;
  const [source, base, quote, observedAt, rate, sha256, kind, seenAt]: readonly unknown[] = parts;
  if (typeof rate !== 'number') return null;
  const leaf: LogLeaf = {
    source: String(source),
    base: String(base),
    quote: String(quote),
    observedAtMs: Date.parse(String(observedAt)),
    rate,
    sha256: String(sha256),
    kind: LEAF_KINDS.find((one) => one === kind) ?? 'accepted',
    seenAtMs: Date.parse(String(seenAt)),
  };
  if (Number.isNaN(leaf.observedAtMs) || Number.isNaN(leaf.seenAtMs)) return null;
  // What is written another way, or has more or other parts, is not the same text again.
  return leafText(leaf) === text ? leaf : null;
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
