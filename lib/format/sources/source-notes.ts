import type { SeriesRhythm } from '#lib/domain/series/series-gaps-rhythm';

/** What pages have to know of a source to speak of its figures. */
export interface SourceNote {
  /** What kind of figure it gives, in two or three words: `reference rate`. */
  readonly kind: string;
  readonly rhythm: SeriesRhythm['kind'];
  /** How often the service asks it while it is open; null where that follows a timetable, or nobody is asked. */
  readonly askedEveryMs: number | null;
}

/** The notes of the sources that are enabled here, by their identifiers. */
export type SourceNotes = ReadonlyMap<string, SourceNote>;

/** What is noted of a source, of its own facts. */
export type NotedSource = { readonly id: string; readonly words: { readonly kind: string } } & (
  | { readonly cadence: 'fixing' }
  | {
      readonly cadence: 'tick';
      readonly market: 'always' | 'forex';
      readonly polling: { readonly intervalMs: number };
    }
  | { readonly pegs: object }
);

/** Of a source that was enabled when a page was kept, and is no more. */
export const UNKNOWN_SOURCE: SourceNote = { kind: 'rate', rhythm: 'always', askedEveryMs: null };

/** The notes of some sources. */
export function sourceNotes(sources: readonly NotedSource[]): SourceNotes {
  return new Map(sources.map((source) => [source.id, noteOf(source)]));
}

function noteOf(source: NotedSource): SourceNote {
  const { kind } = source.words;
  if (!('cadence' in source)) return { kind, rhythm: 'law', askedEveryMs: null };
  if (source.cadence === 'fixing') return { kind, rhythm: 'fixing', askedEveryMs: null };
  return { kind, rhythm: source.market, askedEveryMs: source.polling.intervalMs };
}

/** Which sources quote all the time while they are open, by their notes. */
export function isMarket(notes: SourceNotes): (source: string) => boolean {
  return (source) => ['forex', 'always'].includes(notes.get(source)?.rhythm ?? 'fixing');
}

/** Whether a source gives live quotes or fixings, by its notes; null for rates of law, and where nobody knows the source. */
export function cadenceIn(notes: SourceNotes): (source: string) => 'live' | 'fixing' | null {
  const isLive = isMarket(notes);
  return (source) => {
    if (isLive(source)) return 'live';
    return notes.get(source)?.rhythm === 'fixing' ? 'fixing' : null;
  };
}

/** How often the service asks each source, by its notes. */
export function askedEvery(notes: SourceNotes): (source: string) => number | null {
  return (source) => notes.get(source)?.askedEveryMs ?? null;
}
