import { dayField } from './chart-dates.ts';
import { csvText } from '#lib/contract/csv-text';
import type { IsoDay } from '#lib/domain/iso-day';
import type { PeriodChoice, PeriodNote } from '#lib/domain/series/periods';
import type { ChartRow } from './chart-rows.ts';
import type { DifferenceModel } from './difference-model.ts';
import { periodCode, periodNote, periodTitle } from './period-text.ts';
import { plainBasisPoints } from '#lib/format/numbers/basis-points';
import { plainFigure } from '#lib/format/numbers/figures';

/** What a downloaded chart says about itself. */
export interface ChartCaption {
  /** `EUR/USD, one euro in US dollar`. */
  readonly title: string;
  /** `ecb, fed`, in the order of the lines. */
  readonly sources: string;
  /** `13 Jan 2026 to 13 Apr 2026`. */
  readonly range: string;
  /** When it was made: `14 Apr 2026, 08:00 UTC`. */
  readonly madeAt: string;
  /** Whose figures they are, as their publishers ask. */
  readonly credit: string;
  /** Whether all of them are made up. */
  readonly isSimulated: boolean;
  /** What each point stands for; null where it is an observation. */
  readonly period: PeriodChoice | null;
  /** The UTC day at whose end all of it was known; null for now. */
  readonly knownAt: IsoDay | null;
}

/** What stands in a file of figures that are made up. */
const SIMULATED_NOTE = 'SIMULATED: every publisher is simulated and every figure is made up';

/** What a column holds: a rate, never what it is indexed to. */
const COLUMNS_NOTE =
  'one unit of the first currency of a pair in the second, as its source published it or worked out from that source’s figures';

/** The difference of two sources as CSV (RFC 4180, CRLF), oldest first, after lines that begin with `#`; rates with all digits. */
export function differenceCsv(caption: ChartCaption, { line, reference, days }: DifferenceModel): string {
  const rows = days.map(({ dayMs, rate, referenceRate, basisPoints }) =>
    [dayField(dayMs), plainFigure(rate), plainFigure(referenceRate), plainBasisPoints(basisPoints)].join(','),
  );
  return csvText([
    ...captionLines(caption),
    `# Difference: difference_bp is (${line.source} / ${reference.source} - 1) x 10000; of each UTC day that both have, the last figure counts`,
    ['date', line.source, reference.source, 'difference_bp'].join(','),
    ...rows,
  ]);
}

/** The figures of a chart as CSV (RFC 4180, CRLF), oldest first, all digits, after lines that begin with `#`. */
export function chartCsv(
  caption: ChartCaption,
  columns: readonly string[],
  rows: readonly ChartRow[],
  isIntraday: boolean,
): string {
  const { period } = caption;
  return csvText([
    ...captionLines(caption),
    [
      period ? 'period' : isIntraday ? 'instant' : 'date',
      ...columns.flatMap((name) =>
        // What a period is made of has columns of its own beside its figure.
        period ? [name, `${name} days`, `${name} complete`, `${name} observed`] : [name],
      ),
    ].join(','),
    ...rows.map(({ atMs, cells }) =>
      [
        period ? periodCode(atMs, period.length) : isIntraday ? new Date(atMs).toISOString() : dayField(atMs),
        ...cells.flatMap((cell) => [
          cell === null ? '' : plainFigure(cell.rate),
          ...(period ? periodCells(cell?.period) : []),
        ]),
      ].join(','),
    ),
  ]);
}

function captionLines(caption: ChartCaption): readonly string[] {
  const { period, knownAt } = caption;
  return [
    ...(caption.isSimulated ? [`# ${SIMULATED_NOTE}`] : []),
    `# ${caption.title}`,
    `# Rates: ${COLUMNS_NOTE}`,
    `# Source: ${caption.sources}`,
    `# Range: ${caption.range}`,
    ...(period ? [`# Period: ${periodTitle(period)}. ${periodNote(period)}`] : []),
    ...(knownAt ? [`# As known: at the end of ${knownAt} (UTC)`] : []),
    `# Made: ${caption.madeAt}`,
    `# Credit: ${caption.credit}`,
  ];
}

function periodCells(note: PeriodNote | undefined): readonly string[] {
  if (note === undefined) return ['', '', ''];
  return [String(note.days), String(note.isComplete), new Date(note.observedMs).toISOString()];
}

/** The name of a downloaded chart: `crossrate-EUR-USD-2026-01-13-2026-04-13.csv`, or `crossrate-SIMULATED-EUR-USD-...`. */
export function chartFileName(
  pair: string,
  [fromMs, toMs]: readonly [number, number],
  { extension, isSimulated }: { readonly extension: string; readonly isSimulated: boolean },
): string {
  return `crossrate-${isSimulated ? 'SIMULATED-' : ''}${pair.replace('/', '-')}-${dayField(fromMs)}-${dayField(toMs)}.${extension}`;
}
