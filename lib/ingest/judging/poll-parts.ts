import type { Observation } from '#lib/domain/rates/observation';
import { type Rejection, rejectionOf } from '#lib/domain/validation/rules';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { LeftOut, Source, SourceDocument } from '#lib/sources/source';

/** One document of a poll: what it states, and what the rules for single figures say of that. */
export interface PollPart {
  readonly document: SourceDocument;
  readonly accepted: readonly Observation[];
  /** The pairs of all its figures, refused ones included. */
  readonly figures: readonly Pair[];
  readonly leftOut: readonly LeftOut[];
  readonly rejected: readonly Rejection[];
}

/**
 * What the documents of one poll say together. A figure that two of them state counts once; of two quotes of a pair the newer
 * one counts, and of two figures of one instant that differ neither. A quote that was not asked for is left out. A pair is
 * named that was asked for, or is in the newest stored publication, and that no document has.
 */
export function joinParts(
  source: Source,
  parts: readonly PollPart[],
  snapshot: RateSnapshot,
): {
  readonly documents: readonly Pick<PollPart, 'document' | 'accepted'>[];
  readonly rejected: readonly Rejection[];
} {
  const rejected = parts.flatMap((part) => [...part.rejected, ...part.leftOut.map(seriesRejection)]);
  const isTick = source.cadence === 'tick';
  const asked = isTick && source.askedPairs ? new Set(source.askedPairs) : null;
  const newest = new Map<string, Observation>();
  const contradicted = new Set<string>();
  const identityOf = ({ base, quote, observedAt }: Observation) =>
    isTick ? pairKey(base, quote) : `${pairKey(base, quote)} ${observedAt.getTime()}`;
  for (const figure of parts.flatMap(({ accepted }) => accepted)) {
    const identity = identityOf(figure);
    const other = newest.get(identity);
    if (other === undefined || figure.observedAt > other.observedAt) {
      newest.set(identity, figure);
      contradicted.delete(identity);
    } else if (figure.observedAt.getTime() === other.observedAt.getTime() && figure.rate !== other.rate) {
      contradicted.add(identity);
    }
  }
  const documents = parts.map(({ document, accepted }) => ({
    document,
    accepted: accepted.filter((figure) => {
      const identity = identityOf(figure);
      const rule = contradicted.has(identity)
        ? 'duplicate'
        : asked?.has(pairKey(figure.base, figure.quote)) === false
          ? 'unasked_series'
          : null;
      if (rule !== null) rejected.push(rejectionOf(figure, rule));
      return rule === null && newest.get(identity) === figure;
    }),
  }));
  for (const pair of missingPairs(source, parts, snapshot)) {
    rejected.push({ rule: 'missing_series', detail: `${pair}: in no document of the poll` });
  }
  return { documents, rejected };
}

/** A series that is left out, as the refused figures are told. */
export function seriesRejection({ rule, series, reason }: LeftOut): Rejection {
  return { rule, detail: `${series}: ${reason}` };
}

function missingPairs(
  { id, cadence, askedPairs }: Source,
  parts: readonly PollPart[],
  snapshot: RateSnapshot,
): readonly string[] {
  if (parts.length === 0) return [];
  const stored = snapshot.sources.find((source) => source.id === id)?.publications[0];
  const wanted = askedPairs ?? (cadence === 'fixing' ? [...(stored?.figures.keys() ?? [])] : []);
  const named = new Set(parts.flatMap(({ leftOut }) => leftOut.map(({ series }) => series)));
  for (const { figures } of parts) {
    for (const { base, quote } of figures) named.add(pairKey(base, quote));
  }
  return wanted.filter((pair) => !named.has(pair));
}
