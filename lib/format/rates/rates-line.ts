/** The box that {@link inkLine} draws into, and how far the line stays from its edges. */
export const LINE_BOX = { width: 96, height: 28 } as const;
const EDGE = 2;

/** A small line as two paths. */
export interface SmallLine {
  /** From figure to figure of places that follow each other. */
  readonly solid: string;
  /** Over places without a figure: weekends, holidays, outages. */
  readonly bridges: string;
}

/**
 * A small line over places at even distances, such as the days of a month. Each figure stands at its own place, so that what
 * covers half of them draws half a line. Level where nothing moved; null with fewer than two figures, which are no line.
 */
export function inkLine(points: readonly (number | null)[]): SmallLine | null {
  const figures = points.flatMap((rate, index) => (rate === null ? [] : [{ rate, index }]));
  if (figures.length < 2) return null;
  const rates = figures.map(({ rate }) => rate);
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  const draw = LINE_BOX.height - 2 * EDGE;
  let solid = '';
  let bridges = '';
  let before: { readonly index: number; readonly at: string } | null = null;
  for (const { rate, index } of figures) {
    const x = (LINE_BOX.width * index) / (points.length - 1);
    const y = high === low ? LINE_BOX.height / 2 : EDGE + draw * ((high - rate) / (high - low));
    const at = `${x.toFixed(1)} ${y.toFixed(1)}`;
    const follows = before?.index === index - 1;
    solid += `${follows ? 'L' : 'M'}${at}`;
    if (before !== null && !follows) bridges += `M${before.at}L${at}`;
    before = { index, at };
  }
  return { solid, bridges };
}
