import type { RateSeries } from '#lib/contract/responses';
import { fixedText } from '#lib/format/numbers/number-text';

/** A movement: which way, and its size with sign. */
export interface ChangeText {
  readonly direction: 'up' | 'down' | 'flat';
  /** `+0.23`, `−1.36` with a true minus, `0.00`. */
  readonly figure: string;
}

/** A change for people, in percent unless other decimals are asked for; what rounds to nothing has neither arrow nor sign. */
export function changeText(change: number, decimals = 2): ChangeText {
  const figure = fixedText(Math.abs(change), decimals);
  if (!/[1-9]/.test(figure)) return { direction: 'flat', figure };
  return change > 0
    ? { direction: 'up', figure: `+${figure}` }
    : { direction: 'down', figure: `\u2212${figure}` };
}

/** Whether nothing is known of how a rate moved: its source has no earlier figure here. */
export function hasNoChange({ change }: Pick<RateSeries, 'change'>): boolean {
  return change.day1 === null && change.day7 === null && change.day30 === null;
}
