import type { Provenance } from '#lib/contract/responses';
import { utcClock, weekdayName } from '#lib/format/day-text';

/** For how long a market is closed: `Market closed since Fri 22:00 UTC, opens Sun 22:00 UTC`. No closing lasts a week. */
export function closedText({ closedAt, opensAt }: NonNullable<Provenance['market']>): string {
  return `Market closed since ${hourText(closedAt)}, ${opensText(opensAt)}`;
}

/** When a market that is closed opens: `opens Sun 22:00 UTC`. */
export function opensText(opensAt: string): string {
  return `opens ${hourText(opensAt)}`;
}

function hourText(at: string): string {
  const instant = new Date(at);
  return `${weekdayName(instant).slice(0, 3)} ${utcClock(instant, false)} UTC`;
}
