import { addDays, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import type { SourceId } from '#lib/domain/source-id';
import type { Clock } from '#lib/platform/clock';
import type { HttpClient } from '#lib/platform/http-client';
import type { HistoryPart, HistorySpan, Source, SourceDocument } from '#lib/sources/source';
import type { PrintedPair } from './mischief.ts';

/** What the healthy publishers print, read by the sources' own parsers. */
export interface PublishedTruth {
  /** Asks a publisher what it prints at the clock's instant; every comparison at that instant needs it. */
  readonly note: (source: Source) => Promise<void>;
  /** The figure that a publisher printed of a pair for an instant; undefined where it printed none. */
  readonly figure: (source: SourceId, base: string, quote: string, atMs: number) => number | undefined;
  /** Every figure of a pair so far, by instant. */
  readonly figures: (source: SourceId, base: string, quote: string) => ReadonlyMap<number, number>;
  /** The pairs that a publisher has printed so far. */
  readonly pairs: (source: SourceId) => readonly PrintedPair[];
}

/** Days of fixings that are compared, from the first day of the span that a scenario loads. */
const FIRST_DAY = '2026-07-01';

/** Markets whose history a scenario loads: each is a call, and 720 bars at an exchange. */
export const MARKETS_WITH_HISTORY = 3;

/** A source whose history is short: from July 2026 on, and of a few markets. */
export function withShortHistory<S extends Source>(source: S): S {
  if (source.history === null) return source;
  const { history } = source;
  const parts: typeof history.parts = async (http, span, signal) => {
    const all = await history.parts(http, span, signal);
    const count = source.cadence === 'tick' ? MARKETS_WITH_HISTORY : undefined;
    return all.ok ? { ok: true, value: all.value.slice(0, count) } : all;
  };
  return { ...source, history: { ...history, firstDay: FIRST_DAY, parts } };
}

/** Makes the truth of a campaign; it only grows, because what was printed for an instant stays true. */
export function createPublishedTruth(http: HttpClient, clock: Clock): PublishedTruth {
  const bySource = new Map<SourceId, Map<string, Map<number, number>>>();
  const noted = new Set<string>();
  const seriesOf = (source: SourceId) => {
    const series = bySource.get(source) ?? new Map<string, Map<number, number>>();
    bySource.set(source, series);
    return series;
  };
  const figuresOf = (source: SourceId, base: string, quote: string) =>
    seriesOf(source).get(pairKey(base, quote)) ?? new Map<number, number>();
  const keep = (source: SourceId, { base, quote }: PrintedPair, at: Date, rate: string) => {
    const figures = figuresOf(source, base, quote);
    figures.set(at.getTime(), Number(rate));
    seriesOf(source).set(pairKey(base, quote), figures);
  };
  return {
    note: async (source) => {
      const key = `${source.id} ${clock.serviceMs()}`;
      if (noted.has(key)) return;
      noted.add(key);
      await readAll(source, { http, now: clock.service(), keep });
    },
    figure: (source, base, quote, atMs) => figuresOf(source, base, quote).get(atMs),
    figures: figuresOf,
    pairs: (source) =>
      [...seriesOf(source).keys()].map((key) => {
        const [base = '', quote = ''] = key.split('/');
        return { base, quote };
      }),
  };
}

interface Reading {
  readonly http: HttpClient;
  readonly now: Date;
  readonly keep: (source: SourceId, pair: PrintedPair, at: Date, rate: string) => void;
}

async function readAll(source: Source, { http, now, keep }: Reading): Promise<void> {
  const span = { from: isoDayOf(new Date(`${FIRST_DAY}T00:00:00Z`)), to: isoDayOf(now) };
  const history = await historyDocuments(source, http, span);
  if (source.cadence === 'fixing') {
    for (const document of history) {
      const parsed = source.parse(document);
      if (!parsed.ok) throw new Error(parsed.error.sentence);
      for (const fixing of parsed.value.figures) {
        const day = parseIsoDay(fixing.observedOn);
        if (day !== null) keep(source.id, fixing, source.fixingInstant(day), fixing.rate);
      }
    }
    return;
  }
  for (const document of history) {
    const parsed = source.history?.parse(document);
    if (!parsed?.ok) continue;
    for (const bar of parsed.value.figures) keep(source.id, bar, bar.observedAt, bar.rate);
  }
  const documents = await source.fetch(http);
  if (!documents.ok) throw new Error(documents.error.sentence);
  const parsed = source.parse(documents.value);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  for (const tick of parsed.value.flatMap(({ ticks }) => ticks)) {
    keep(source.id, tick, tick.observedAt && tick.observedAt < now ? tick.observedAt : now, tick.rate);
  }
}

/** Every document of a span of a source's history. */
export async function historyDocuments(
  source: Source,
  http: HttpClient,
  span: HistorySpan,
): Promise<readonly SourceDocument[]> {
  const { history } = source;
  if (history === null || span.from > span.to) return [];
  const parts = await history.parts(http, span);
  const documents: SourceDocument[] = [];
  for (const part of parts.ok ? parts.value : []) {
    const fetched = await history.fetch(http, lengthened(part));
    if (fetched.ok) documents.push(...fetched.value);
  }
  return documents;
}

/** Some publishers answer up to the day before the last one. */
function lengthened(part: HistoryPart): HistoryPart {
  return { ...part, to: addDays(part.to, 1) };
}
