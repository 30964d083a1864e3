/** The box that {@link linePath} draws into, and how far the line stays from its edges. */
export const LINE_BOX = { width: 96, height: 28 } as const;
const EDGE = 2;

/**
 * The path of a small line over days: one step to the right a day, days without a figure passed over. A level line where
 * nothing moved; null with fewer than two figures, which are no line.
 */
export function linePath(points: readonly (number | null)[]): string | null {
  const figures = points.flatMap((rate, index) => (rate === null ? [] : [{ rate, index }]));
  const [first] = figures;
  const last = figures.at(-1);
  if (!first || !last || first === last) return null;
  const rates = figures.map(({ rate }) => rate);
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  const span = last.index - first.index;
  const draw = LINE_BOX.height - 2 * EDGE;
  return figures
    .map(({ rate, index }, step) => {
      const x = (LINE_BOX.width * (index - first.index)) / span;
      const y = high === low ? LINE_BOX.height / 2 : EDGE + draw * ((high - rate) / (high - low));
      return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
