import { addDays, type IsoDay } from '#lib/domain/iso-day';

/** A rate that the law fixes, in its legal direction and with all its legal digits. */
export interface LegalRate {
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

/** Whether a legal rate is in force on a day. */
export function isInForce({ firstDay, lastDay }: LegalRate, day: IsoDay): boolean {
  return firstDay <= day && (lastDay === null || day <= lastDay);
}

/** The currency that is fixed to the anchor. */
export function peggedCode({ base, quote, anchor }: LegalRate): string {
  return base === anchor ? quote : base;
}

/** Steps from a currency to the last one that law ties it to: BRN to BRE to BRR to BRL. None of the table has more. */
export const LONGEST_CHAIN = 3;

/** Days on which the same acts are in force, first and last inclusive. */
export interface LegalEra {
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
}

/** The eras of the law up to `today`, ascending: it changes on first days and the days after last days only. */
export function erasOfLaw(legalRates: readonly LegalRate[], today: IsoDay): readonly LegalEra[] {
  const starts = legalRates.flatMap(({ firstDay, lastDay }) =>
    lastDay === null ? [firstDay] : [firstDay, addDays(lastDay, 1)],
  );
  const changes = [...new Set(starts)].filter((day) => day <= today).toSorted();
  return changes.map((firstDay, index) => {
    const next = changes[index + 1];
    return { firstDay, lastDay: next === undefined ? today : addDays(next, -1) };
  });
}
