import {
  type RhythmFacts,
  rhythmFacts,
  type RhythmicSource,
  rhythmOf,
  type SeriesRhythm,
} from '#lib/domain/series/series-gaps-rhythm';

/** What a chart has to know of a source to name what is missing from a line of it. */
interface ChartWords {
  /** What a weekday without a figure is called, and those that have a name of their own, by month and day. */
  readonly holiday: string;
  readonly holidayNames: Readonly<Record<string, string>>;
  /** On which days it has a figure, in a sentence. */
  readonly habit: string;
}

/** A source as the server gives it to a chart. */
export interface ServedChartSource extends ChartWords {
  readonly rhythm: RhythmFacts;
}

/** A source as a chart uses it. */
export interface ChartSource extends ChartWords {
  readonly rhythm: SeriesRhythm;
}

/** A source of whose line nothing is missing: that of several, of which none publishes the pair on its own. */
export function withoutRhythm(source: ChartSource): ChartSource {
  return { ...source, rhythm: { ...source.rhythm, isOpenDay: () => false } };
}

/** What is told to a chart of a source, of its own facts. */
export type ChartedSource = RhythmicSource & {
  readonly id: string;
  readonly words: { readonly habit: string };
} & (object | Pick<ChartWords, 'holiday' | 'holidayNames'>);

const MARKET_CLOSED = { holiday: 'Market closed', holidayNames: {} } as const;

/** Of a source that was enabled when a page was kept, and is no more. */
const UNKNOWN: ChartSource = { ...MARKET_CLOSED, habit: '', rhythm: rhythmOf({ kind: 'always' }) };

/** What the server tells a chart of the sources that are enabled here, by their identifiers. */
export function servedChartSources(
  sources: readonly ChartedSource[],
  now: Date,
): ReadonlyMap<string, ServedChartSource> {
  return new Map(
    sources.map((source) => {
      const { holiday, holidayNames } = 'holiday' in source ? source : MARKET_CLOSED;
      const { habit } = source.words;
      return [source.id, { holiday, holidayNames, habit, rhythm: rhythmFacts(source, now) }];
    }),
  );
}

/** Finds what a chart has to know of a source. */
export type ChartSourceOf = (id: string) => ChartSource;

/** The sources that the server told of, each made ready once. */
export function chartSources(served: ReadonlyMap<string, ServedChartSource>): ChartSourceOf {
  const ready = new Map(
    [...served].map(([id, told]): [string, ChartSource] => [id, { ...told, rhythm: rhythmOf(told.rhythm) }]),
  );
  return (id) => ready.get(id) ?? UNKNOWN;
}
