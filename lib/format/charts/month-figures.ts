/** A figure of a day. */
export interface DayFigure {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly rate: number;
}

/** What the last days of a pair come to. */
export interface MonthFigures {
  readonly first: DayFigure;
  readonly high: DayFigure;
  readonly low: DayFigure;
}

/** The first, highest and lowest figure of consecutive days, null where a day has none. Null with fewer than two figures. */
export function monthFigures(
  days: readonly string[],
  points: readonly (number | null)[],
): MonthFigures | null {
  const figures = points.flatMap((rate, index) => (rate === null ? [] : [{ rate, day: days[index] ?? '' }]));
  const [first] = figures;
  if (!first || figures.length < 2) return null;
  const high = figures.reduce((one, other) => (other.rate > one.rate ? other : one));
  const low = figures.reduce((one, other) => (other.rate < one.rate ? other : one));
  return { first, high, low };
}
