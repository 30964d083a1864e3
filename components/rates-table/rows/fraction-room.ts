import type { FigureParts } from '#lib/format/numbers/figures';

/** Widths of Geist's tabular digit and of its point, in em at weight 500. */
const DIGIT_EM = 0.612;
const POINT_EM = 0.213;

/** More room than this is for rates of a millionth; their last digits may run on. */
const FRACTION_CHARS_MAX = 17;

/** The room right of the decimal point that all rates of a table share, in em of their own size. */
export function fractionRoom(parts: readonly FigureParts[]): number {
  const longest = parts.reduce((most, { strong, muted }) => Math.max(most, strong.length + muted.length), 3);
  const chars = Math.min(longest, FRACTION_CHARS_MAX);
  return Number(((chars - 1) * DIGIT_EM + POINT_EM).toFixed(2));
}
