import type { HistoryReads } from '#lib/api/api-service';
import type { HistoryProvenance } from '#lib/contract/responses';
import type { DocumentFacts } from '#lib/domain/rates/stored-source';
import type { HistoricalPoint, PointLeg } from '#lib/domain/series/historical-series';
import { instantTexts } from '#lib/domain/series/instant-text';
import type { HistoryStore } from './history-span.ts';

/** A store whose series bear the origins of their figures, as of now or as they were known at an instant. */
export function withOriginsOf(history: HistoryReads, knownAtMs: number | undefined): HistoryStore {
  return {
    ...history,
    readSeries: (span) => history.readSeriesWithOrigins(span, knownAtMs ?? null),
    readTickSeries: (span) => history.readTickSeriesWithOrigins(span),
  };
}

/** How points were made that bear their figures: every document once, and of each point its figures in order. */
export async function historyProvenance(
  { readBodies }: Pick<HistoryReads, 'readBodies'>,
  points: readonly HistoricalPoint[],
): Promise<HistoryProvenance> {
  const ids = points.flatMap(({ legs = [] }) =>
    legs.flatMap(({ document }) => (typeof document === 'number' ? document : [])),
  );
  const bodies = new Map((await readBodies([...new Set(ids)])).map((body) => [body.id, body]));
  const places = new Map<string, number>();
  const documents: HistoryProvenance['documents'] = [];
  const placeOf = ({ url, sha256, firstSeenAt }: DocumentFacts): number => {
    const name = `${firstSeenAt.getTime()} ${sha256} ${url}`;
    const place =
      places.get(name) ?? documents.push({ url, sha256, firstSeenAt: firstSeenAt.toISOString() }) - 1;
    places.set(name, place);
    return place;
  };
  const factsOf = (document: PointLeg['document']): DocumentFacts | null => {
    if (typeof document !== 'number') return document;
    const body = bodies.get(document);
    return body ? { ...body, firstSeenAt: new Date(body.fetchedAtMs) } : null;
  };
  const timestampOf = instantTexts();
  const told = (leg: PointLeg, pointMs: number): HistoryProvenance['points'][number]['legs'][number] => {
    const { source, base, quote, figure, inverted, instantMs, revision, act } = leg;
    const facts = factsOf(leg.document);
    return {
      source,
      base,
      quote,
      figure,
      inverted,
      document: facts && placeOf(facts),
      ...(revision !== null && revision > 1 && { revision }),
      ...(act === null && instantMs !== pointMs && { observedAt: timestampOf(instantMs) }),
      ...(act !== null && { act }),
    };
  };
  return {
    // Filled below, by the first figure that names each.
    documents,
    points: points.map(({ legs = [], instantMs }) => ({ legs: legs.map((leg) => told(leg, instantMs)) })),
  };
}
