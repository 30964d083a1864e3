import { addDays, type IsoDay } from '#lib/domain/iso-day';

/** A rate fixed by law: a peg, an irrevocable rate of the euro, or the ratio at which a currency took the place of another. It has
 * the direction and all the digits of its act. */
export interface Peg {
  /** One unit of `base` is `rate` units of `quote`, as the act says it. */
  readonly base: string;
  readonly quote: string;
  /** A decimal text: 340.750 has six significant digits in the act, and keeps them. */
  readonly rate: string;
  /** Which of the two is fixed to the other. */
  readonly anchor: string;
  /** First and last day in force, both inclusive; `lastDay` null while it is in force. */
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay | null;
  /** The act or the authority. */
  readonly act: string;
}

/** Whether a peg is in force on a day. */
export function isInForce({ firstDay, lastDay }: Peg, day: IsoDay): boolean {
  return firstDay <= day && (lastDay === null || day <= lastDay);
}

/** The currency that is fixed to the anchor. */
export function peggedCode({ base, quote, anchor }: Peg): string {
  return base === anchor ? quote : base;
}

/** Steps from a currency to the last one that law ties it to: BRN to BRE to BRR to BRL. None of the table has more. */
export const LONGEST_CHAIN = 3;

/** Days on which the same acts are in force, first and last inclusive. */
export interface PegEra {
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
}

/** The eras of the law up to `today`, ascending: it changes on first days and the days after last days only. */
export function pegEras(pegs: readonly Peg[], today: IsoDay): readonly PegEra[] {
  const starts = pegs.flatMap(({ firstDay, lastDay }) =>
    lastDay === null ? [firstDay] : [firstDay, addDays(lastDay, 1)],
  );
  const changes = [...new Set(starts)].filter((day) => day <= today).toSorted();
  return changes.map((firstDay, index) => {
    const next = changes[index + 1];
    return { firstDay, lastDay: next === undefined ? today : addDays(next, -1) };
  });
}
