/** A movement: which way, and its size with sign. */
export interface ChangeText {
  readonly direction: 'up' | 'down' | 'flat';
  /** `+0.23`, `−1.36` with a true minus, `0.00`. */
  readonly figure: string;
}

const DECIMALS = 2;

const sizeFormat = new Intl.NumberFormat('en', {
  minimumFractionDigits: DECIMALS,
  maximumFractionDigits: DECIMALS,
});

/** A change in percent for people; what rounds to nothing has neither arrow nor sign. */
export function changeText(percent: number): ChangeText {
  const figure = sizeFormat.format(Math.abs(percent));
  if (Number(percent.toFixed(DECIMALS)) === 0) return { direction: 'flat', figure };
  return percent > 0
    ? { direction: 'up', figure: `+${figure}` }
    : { direction: 'down', figure: `\u2212${figure}` };
}
