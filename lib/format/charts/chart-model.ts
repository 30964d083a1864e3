import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { dayNumber, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import type { PeriodChoice } from '#lib/domain/series/periods';
import { DAY_MS } from '#lib/domain/durations';
import type { Pair } from '#lib/domain/rates/pair';
import {
  daysAYear,
  forexDay,
  indexTo100,
  type RangeFigures,
  rangeFigures,
  seriesWithin,
} from '#lib/domain/series/range-figures';
import { findGaps, type GapRange, isIntraday, type SeriesGap } from '#lib/domain/series/series-gaps';
import { atPeriodEnds, findPeriodGaps, type PeriodSeries } from '#lib/domain/series/period-series';
import type { SourceId } from '#lib/domain/source-id';
import { gapsSentences } from './chart-gap-text.ts';
import type { TimeWindow } from './chart-geometry.ts';
import { type ChartRow, chartRows } from './chart-rows.ts';
import type { ChartSource } from './chart-source.ts';
import { compareSentence, periodSentence, rangeSentence } from './chart-summary.ts';
import { shortSourceName } from '#lib/format/sources/source-names';

/** Most points of a line that are drawn: more than a plot has pixels, and few enough to follow a finger. */
export const DRAWN_POINTS_MAX = 800;

/** A line whose figures have come. */
export interface KnownLine extends Pair {
  readonly source: SourceId;
  /** Whether it is mixed of what all sources have of the pair; its source is that of the newest point. */
  readonly isMixed?: boolean;
  readonly facts: ChartSource;
  /** Its number among the lines of the view, which gives colour and dash. */
  readonly place: number;
  readonly series: PeriodSeries;
}

/** A line as it is drawn. */
export interface ModelLine extends KnownLine {
  /** What tells it from the others: its source, or with several pairs its pair. */
  readonly label: string;
  /** The series itself, or with several pairs indexed to 100. */
  readonly shown: SeriesFigures;
  readonly gaps: readonly SeriesGap[];
  /** Of the range, or with several pairs of what lies after their common start. */
  readonly figures: RangeFigures | null;
}

/** What of a line a plot takes. */
export type PlottedLine = Pick<ModelLine, 'place' | 'label' | 'quote' | 'facts' | 'shown' | 'gaps'>;

/** All that is said and drawn of a range. */
export interface ChartModel {
  readonly lines: readonly ModelLine[];
  /** With several pairs, those that have no start in common with the ones before them and are not drawn. */
  readonly apart: readonly KnownLine[];
  readonly window: TimeWindow;
  readonly isIntraday: boolean;
  /** Several pairs, indexed to 100 at this instant; null where one pair is shown as it is. */
  readonly baseMs: number | null;
  /** What each point stands for; null where it is an observation. */
  readonly period: PeriodChoice | null;
  /** The UTC day at whose end all of it was known; null for now. */
  readonly knownAt: IsoDay | null;
  /** Of the first line. */
  readonly figures: RangeFigures;
  readonly rows: readonly ChartRow[];
  /** The same rows indexed to 100; the rows themselves where nothing is. */
  readonly shownRows: readonly ChartRow[];
  /** Whether the range goes up to now. */
  readonly isOpenEnded: boolean;
  readonly summary: string;
  readonly gapTexts: readonly string[];
}

/** Days of a range, inclusive; null where the history itself is the end. */
export type ModelSpan = Omit<GapRange, 'now'>;

/** What is asked of a model: the range, whether pairs are compared, and the service's clock in epoch milliseconds. */
export interface ModelWish {
  readonly span: ModelSpan;
  readonly isComparing: boolean;
  readonly period?: PeriodChoice | null;
  readonly knownAt?: IsoDay | null;
  readonly nowMs: number;
}

/** The instant as of which a view is: the end of the UTC day that it was known on, or the clock's. */
export function knownMs(knownAt: IsoDay | null, clockMs: number): number {
  return knownAt === null ? clockMs : startOfDay(knownAt).getTime() + DAY_MS - 1;
}

/** Builds the model of the lines that have figures; null when none has any within the range. */
export function chartModel(
  known: readonly KnownLine[],
  { span, isComparing, period = null, knownAt = null, nowMs: clockMs }: ModelWish,
): ChartModel | null {
  const nowMs = knownMs(knownAt, clockMs);
  const inSpan = known
    .map((line) => ({ ...line, series: shownSeries(line.series, { span, period, nowMs }) }))
    .filter(({ series }) => series.rates.length > 0);
  const drawn = isComparing ? withCommonStart(inSpan) : inSpan;
  const indexed = isComparing ? indexTo100(drawn.map(({ series }) => series)) : null;
  const range = { ...span, now: new Date(nowMs) };
  const lines = drawn.map((line, index) => ({
    ...line,
    label: isComparing ? `${line.base}/${line.quote}` : shortSourceName(line.source),
    shown: indexed?.indexed[index] ?? line.series,
    gaps: gapsOf(line.series.instantsMs, line.facts, period, range),
    figures: figuresOf(line, period, indexed?.baseMs),
  }));
  const [first] = lines;
  const figures = first?.figures;
  if (!first || !figures) return null;
  const hasHours = period === null && lines.some(({ series }) => isIntraday(series.instantsMs));
  const rows = chartRows(
    lines.map(({ series }) => series),
    hasHours,
  );
  return {
    lines,
    window: windowOf(lines, span, nowMs, hasHours),
    isIntraday: hasHours,
    baseMs: indexed?.baseMs ?? null,
    period,
    knownAt,
    isOpenEnded: span.toDay === null,
    apart: inSpan.filter((line) => !drawn.includes(line)),
    figures,
    rows,
    shownRows: indexed ? chartRows(indexed.indexed, hasHours) : rows,
    summary: indexed
      ? compareSentence(
          indexed.baseMs,
          lines.map((line) => ({ pair: line.label, changePercent: line.figures?.changePercent ?? 0 })),
        )
      : period
        ? periodSentence(`${first.base}/${first.quote}`, first, figures, period)
        : rangeSentence(`${first.base}/${first.quote}`, first, figures),
    gapTexts: gapsSentences(isComparing ? lines.slice(0, 1) : lines, new Date(nowMs).getUTCFullYear()),
  };
}

/** From the first row of a model to the last, in epoch milliseconds; periods fill the range. */
export function rowsSpan({ rows, window, period }: ChartModel): readonly [fromMs: number, toMs: number] {
  if (period) return [window.fromMs, window.toMs - 1];
  return [rows[0]?.atMs ?? window.fromMs, rows.at(-1)?.atMs ?? window.toMs];
}

/** Whose figures some lines show, in the words that their publishers ask for. */
export function creditOf(lines: readonly ModelLine[], credits: Readonly<Record<string, string>>): string {
  const sources = new Set(lines.map(({ source }) => source));
  return [...sources].map((source) => credits[source] ?? source).join(' · ');
}

/** The lines of a model over another window, from their whole histories (in the same order): what a moving strip shows. */
export function windowedLines(
  lines: readonly ModelLine[],
  wholes: readonly WholeLine[],
  { fromMs, toMs }: TimeWindow,
  isComparing: boolean,
): readonly ModelLine[] {
  const parts = wholes.map(({ series }) => seriesWithin(series, fromMs, toMs));
  const indexed = isComparing ? indexTo100(parts)?.indexed : parts;
  return lines.map((line, index) => ({
    ...line,
    shown: indexed?.[index] ?? line.shown,
    gaps: wholes[index]?.gaps ?? [],
  }));
}

/** A line's whole history and its gaps. */
export interface WholeLine {
  readonly series: SeriesFigures;
  readonly gaps: readonly SeriesGap[];
}

/** The gaps of a whole history are looked for once, not at each step of a movement. */
export function wholeLine(
  { facts }: KnownLine,
  whole: PeriodSeries,
  { period = null, nowMs }: Pick<ModelWish, 'period' | 'nowMs'>,
): WholeLine {
  const span = { fromDay: null, toDay: null };
  const series = shownSeries(whole, { span, period, nowMs });
  return { series, gaps: gapsOf(series.instantsMs, facts, period, { ...span, now: new Date(nowMs) }) };
}

/** The first line, and of the others those that have a start in common with the ones before them. */
function withCommonStart(lines: readonly KnownLine[]): readonly KnownLine[] {
  return lines.reduce<readonly KnownLine[]>((kept, line) => {
    const more = [...kept, line];
    return indexTo100(more.map(({ series }) => series)) === null ? kept : more;
  }, []);
}

function shownSeries(
  series: PeriodSeries,
  { span, period, nowMs }: Required<Pick<ModelWish, 'span' | 'period' | 'nowMs'>>,
): PeriodSeries {
  if (period) return atPeriodEnds(series, period.length, askedEndMs(span, nowMs));
  const { fromDay, toDay } = span;
  return seriesWithin(
    series,
    fromDay === null ? -Infinity : startOfDay(fromDay).getTime(),
    toDay === null ? Infinity : startOfDay(toDay).getTime() + DAY_MS - 1,
  );
}

/** The last day of a range, or now where that is earlier. */
function askedEndMs({ toDay }: Pick<ModelSpan, 'toDay'>, nowMs: number): number {
  return toDay === null ? nowMs : Math.min(startOfDay(toDay).getTime(), nowMs);
}

function gapsOf(
  instantsMs: readonly number[],
  { rhythm }: ChartSource,
  period: PeriodChoice | null,
  range: GapRange,
): readonly SeriesGap[] {
  return period === null || period.length === 'day'
    ? findGaps(instantsMs, rhythm, range)
    : findPeriodGaps(instantsMs, rhythm, period.length);
}

/**
 * What the plot shows: from the asked start, or the first point where that is later by more than a closing lasts, to the
 * asked end or today. An everything-range of what has ended ends with it.
 */
function windowOf(
  lines: readonly ModelLine[],
  { fromDay, toDay }: ModelSpan,
  nowMs: number,
  hasHours: boolean,
): TimeWindow {
  const firstMs = Math.min(...lines.map(({ series }) => series.instantsMs[0] ?? Infinity));
  const lastMs = Math.max(...lines.map(({ series }) => series.instantsMs.at(-1) ?? -Infinity));
  const begins = lines.every(({ gaps }) => gaps.some(({ kind }) => kind === 'before'));
  const fromMs = fromDay === null || begins ? firstMs : startOfDay(fromDay).getTime();
  const isEnded = fromDay === null && nowMs - lastMs > ENDED_AFTER_MS;
  const toMs = isEnded ? lastMs : Math.max(askedEndMs({ toDay }, nowMs), lastMs);
  if (hasHours) return { fromMs, toMs };
  return { fromMs: Math.floor(fromMs / DAY_MS) * DAY_MS, toMs: Math.floor(toMs / DAY_MS) * DAY_MS + DAY_MS };
}

/** A series that has said nothing for so long has ended. */
const ENDED_AFTER_MS = 60 * DAY_MS;

/** The figures of a line, of what is compared from the common start on. */
function figuresOf(
  { facts, series: whole }: KnownLine,
  period: PeriodChoice | null,
  sinceMs = -Infinity,
): RangeFigures | null {
  const series = sinceMs === -Infinity ? whole : seriesWithin(whole, sinceMs, Infinity);
  const { kind } = facts.rhythm;
  const figures = rangeFigures(series, daysAYear(kind), kind === 'forex' ? forexDay : dayNumber);
  // Volatility is of the returns from day to day, which periods do not have.
  return period && figures ? { ...figures, volatilityPercent: null } : figures;
}
