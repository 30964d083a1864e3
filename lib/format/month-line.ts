/** The box that a line is drawn into; it is stretched to its place, so only proportions count. */
export const MONTH_BOX = { width: 360, height: 72 } as const;

/** Room above the highest and below the lowest figure, so that the stroke is not cut. */
const EDGE = 4;

/** A figure of a day. */
export interface DayFigure {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly rate: number;
}

/** The last days of a pair, as a line and in figures. */
export interface MonthLine {
  /** From figure to figure of days that follow each other. */
  readonly solid: string;
  /** Over days without a figure: weekends, holidays, outages. */
  readonly bridges: string;
  /** The ground under the line. */
  readonly area: string;
  readonly first: DayFigure;
  readonly high: DayFigure;
  readonly low: DayFigure;
}

/**
 * The line of the figures of consecutive days, one a day, null where there is none: nothing is carried forward, so days
 * without a figure at either end stay blank and those between are bridged apart from the line. Null with fewer than two.
 */
export function monthLine(days: readonly string[], points: readonly (number | null)[]): MonthLine | null {
  const figures = points.flatMap((rate, index) =>
    rate === null ? [] : [{ rate, index, day: days[index] ?? '' }],
  );
  const [first] = figures;
  const last = figures.at(-1);
  if (!first || !last || first === last) return null;
  const high = figures.reduce((one, other) => (other.rate > one.rate ? other : one));
  const low = figures.reduce((one, other) => (other.rate < one.rate ? other : one));
  const placed = figures.map(({ rate, index }) => ({
    index,
    at: placeOf(rate, index, points.length, low.rate, high.rate),
  }));
  const steps = placed.slice(1).map((to, step) => ({ from: placed[step] ?? to, to }));
  const draw = (isBridge: boolean) =>
    steps
      .filter(({ from, to }) => to.index - from.index > 1 === isBridge)
      .map(({ from, to }) => `M${from.at}L${to.at}`)
      .join('');
  const [startX] = (placed[0]?.at ?? '').split(' ');
  const [endX] = (placed.at(-1)?.at ?? '').split(' ');
  const outline = placed.map(({ at }) => `L${at}`).join('');
  return {
    solid: draw(false),
    bridges: draw(true),
    area: `M${startX} ${MONTH_BOX.height}${outline}L${endX} ${MONTH_BOX.height}Z`,
    first: { day: first.day, rate: first.rate },
    high: { day: high.day, rate: high.rate },
    low: { day: low.day, rate: low.rate },
  };
}

function placeOf(rate: number, index: number, count: number, low: number, high: number): string {
  const x = (MONTH_BOX.width * index) / (count - 1);
  const draw = MONTH_BOX.height - 2 * EDGE;
  const y = high === low ? MONTH_BOX.height / 2 : EDGE + (draw * (high - rate)) / (high - low);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
