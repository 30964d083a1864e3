import type { IsoDay } from './iso-day.ts';

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
