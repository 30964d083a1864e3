import type { CorrectedFigure } from '#lib/contract/responses';
import { grouped } from '#lib/format/grouped';
import { figureText, rateParts } from '#lib/format/numbers/figures';
import { instantText } from '#lib/format/instants';
import { shortSourceName } from '#lib/format/sources/source-names';

/** What was corrected, by the UTC day that the figures are of. */
export type CorrectionsOfDays = ReadonlyMap<string, readonly CorrectedFigure[]>;

/** Of a line without any. */
export const NO_CORRECTIONS: CorrectionsOfDays = new Map();

/** What was corrected of the figures of a day, each once; beside others a line's corrections are told by its source. `corrections` has one map a line. */
export function correctionTexts(
  day: string,
  lines: readonly { readonly source: string }[],
  corrections: readonly CorrectionsOfDays[],
): readonly string[] {
  const texts = lines.flatMap(({ source }, line) =>
    (corrections[line]?.get(day) ?? []).map((one) =>
      lines.length === 1 ? correctionText(one) : `${shortSourceName(source)}: ${correctionText(one)}`,
    ),
  );
  return [...new Set(texts)];
}

/** What a figure was before, until when, and what came in its place: `Corrected: EUR/USD was 1.1706 until 9 Apr 2026, 12:10 UTC, then 1.1707`. */
export function correctionText({ base, quote, figure, replacedBy, replacedAt }: CorrectedFigure): string {
  const until = `${base}/${quote} was ${figureText(rateParts(figure))} until ${instantText(new Date(replacedAt))}`;
  return replacedBy === null
    ? `Withdrawn: ${until}`
    : `Corrected: ${until}, then ${figureText(rateParts(replacedBy))}`;
}

/** Under a chart: how many of its days have a figure that was corrected. */
export function correctedCountText(days: number): string {
  return days === 1
    ? '1 day was corrected later; its mark and its row in the table show the earlier figure.'
    : `${days} days were corrected later; their marks and their rows in the table show the earlier figures.`;
}

/** The corrections of published pairs, by day. */
export function correctionsOfDays(
  revisions: readonly CorrectedFigure[],
  published: readonly { readonly base: string; readonly quote: string }[],
): CorrectionsOfDays {
  const isOne = ({ base, quote }: CorrectedFigure) =>
    published.some((pair) => pair.base === base && pair.quote === quote);
  return grouped(revisions.filter(isOne), ({ day }) => day);
}
