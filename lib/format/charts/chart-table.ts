import { changePercentOf } from '#lib/domain/series/range-figures';
import { type CorrectionsOfDays, correctionTexts } from './correction-text.ts';
import { dayField } from './chart-dates.ts';
import { gapText } from './chart-gap-text.ts';
import type { ChartModel } from './chart-model.ts';
import type { ChartRow } from './chart-rows.ts';
import { grouped } from '#lib/format/grouped';
import { fractionCharsOf, rateParts } from '#lib/format/numbers/figures';

/** A row of the table of figures: a day or an instant of all lines, or why the first line has none. */
export type TableRow =
  | {
      readonly kind: 'figures';
      readonly row: ChartRow;
      /** The first line's movement since its figure before, in per cent; null where there is none. */
      readonly change: number | null;
    }
  | { readonly kind: 'gap' | 'correction'; readonly text: string };

/** More rows than this are sampled to find how long fractions are. */
const SAMPLED_MAX = 300;

/** The rows of a model, newest first; weekends are told by their days. Years only where they are not `currentYear`. */
export function tableRows(
  { lines, rows }: ChartModel,
  currentYear: number,
  corrections: readonly CorrectionsOfDays[] = [],
): readonly TableRow[] {
  const [first] = lines;
  const gaps = (first?.gaps ?? []).filter(({ kind }) => kind !== 'weekend');
  const gapsAfter = grouped(gaps, ({ afterMs }) => afterMs);
  const ascending: TableRow[] = [];
  const isAnyCorrected = corrections.some(({ size }) => size > 0);
  let beforeRate: number | null = null;
  for (const row of rows) {
    const cell = row.cells[0] ?? null;
    const change = cell && beforeRate !== null ? changePercentOf(beforeRate, cell.rate) : null;
    // Below the figures of its day, where the newest row is on top.
    const corrected = isAnyCorrected ? correctionTexts(dayField(row.atMs), lines, corrections) : [];
    ascending.push(...corrected.map((text) => ({ kind: 'correction', text }) as const));
    ascending.push({ kind: 'figures', row, change });
    if (cell === null || !first) continue;
    beforeRate = cell.rate;
    for (const gap of gapsAfter.get(cell.atMs) ?? []) {
      ascending.push({ kind: 'gap', text: gapText(first, gap, currentYear) });
    }
  }
  return ascending.reverse();
}

/** Why a line has no figure in a row: it is not published yet, or there is none. */
export function absenceText({ lines }: ChartModel, { atMs }: ChartRow, line: number): 'not yet' | 'none' {
  const absent = lines[line];
  const day = dayField(atMs);
  // A day on which nothing is published by habit has no figure to come.
  return absent?.gaps.some(({ kind, firstDay }) => kind === 'not-yet' && day >= firstDay) === true &&
    absent.facts.rhythm.isOpenDay(day)
    ? 'not yet'
    : 'none';
}

/** How many characters the longest fraction of each line has, its point included: what a column keeps free for it. */
export function fractionChars({ lines }: Pick<ChartModel, 'lines'>): readonly number[] {
  return lines.map(({ series: { rates } }) => {
    const step = Math.max(1, Math.floor(rates.length / SAMPLED_MAX));
    const sampled = rates.filter((_, index) => index % step === 0);
    return fractionCharsOf(sampled.map((rate) => rateParts(rate)));
  });
}
