import { addDays, type IsoDay, startOfDay, weekdayOf } from '#lib/domain/iso-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { BOE_SCHEDULE } from '#lib/sources/boe/facts';
import { BOJ_SCHEDULE } from '#lib/sources/boj/facts';
import { ECB_SCHEDULE } from '#lib/sources/ecb/facts';
import { FED_SCHEDULE } from '#lib/sources/fed/facts';
import type { Fault } from '#lib/testing/simulated-upstreams/faults/faults';

/** The banks and when they publish. */
const SCHEDULES = [
  ['ecb', ECB_SCHEDULE],
  ['boe', BOE_SCHEDULE],
  ['fed', FED_SCHEDULE],
  ['boj', BOJ_SCHEDULE],
] as const;

/** The banks of a year. */
export const BANKS = SCHEDULES.map(([id]) => id);

export type Bank = (typeof BANKS)[number];

/** What happens to a service and its publishers at an instant. */
export type YearEvent = { readonly atMs: number } & (
  | { readonly kind: 'poll'; readonly source: Bank }
  /** A currency is worth this many times its course from now on; what was published since the last such event is corrected. */
  | { readonly kind: 'revalue'; readonly code: string; readonly factor: number }
  | { readonly kind: 'fault'; readonly source: Bank; readonly fault: Fault | null }
  /** An operator decides one of the held figures; `place` in [0, 1) says which. */
  | { readonly kind: 'decide'; readonly decision: 'release' | 'reject'; readonly place: number }
  | { readonly kind: 'configure'; readonly sources: string; readonly sourcePriority: string | undefined }
);

/** A span of whole days of a year of banks. */
export interface YearSpan {
  readonly firstDay: IsoDay;
  readonly days: number;
}

/** The configurations of a year, and the share of it after which each holds. */
const CONFIGURATIONS = [
  [0, 'ecb,fed,fixed', undefined],
  [0.25, 'ecb,boe,fed,boj,fixed', undefined],
  [0.5, 'ecb,boe,fed,boj,fixed', 'boj,fed'],
  [0.7, 'ecb,boe,fed,boj,fixed,crypto-exchange', undefined],
  [0.85, 'ecb,boe,fed,boj,fixed', 'boe'],
  // What is enabled at the end may be asked for.
  [1, 'ecb,boe,fed,boj,fixed,crypto-exchange', undefined],
] as const;

/** Currencies that are corrected: few, so that each is again and again. */
const CORRECTED = ['EUR', 'GBP', 'JPY', 'TRY'];

/** Faults that leave a bank behind, or have its figures held or refused. */
const FAULTS: readonly Fault[] = ['stale', 'digit_shifted', 'dropped_60', 'times_100', 'server_error'];

/** How long it is between two of a kind, on average. */
const EVERY_MS = { revalue: DAY_MS, fault: 12 * DAY_MS, decide: 3 * DAY_MS };

const FAULT_MS_MAX = 8 * DAY_MS;

/** Every event of a span in order: a poll after each publication and on Saturdays, the others at random times. */
export function bankEvents(span: YearSpan, random: () => number): readonly YearEvent[] {
  const startMs = startOfDay(span.firstDay).getTime();
  const lengthMs = span.days * DAY_MS;
  const anyTime = (everyMs: number) =>
    Array.from({ length: Math.ceil(lengthMs / everyMs) }, () => startMs + Math.floor(random() * lengthMs));
  const one = <T>(of: readonly [T, ...T[]] | readonly T[]): T => {
    const chosen = of[Math.floor(random() * of.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  };
  const events: readonly YearEvent[] = [
    ...pollTimes(span, random).map(([source, atMs]) => ({ kind: 'poll', source, atMs }) as const),
    ...anyTime(EVERY_MS.revalue).map((atMs) => {
      // One in eight moves by more than is accepted unseen.
      const most = random() < 1 / 8 ? 0.4 : 0.002;
      return { kind: 'revalue', atMs, code: one(CORRECTED), factor: 1 + (random() - 0.5) * most } as const;
    }),
    ...anyTime(EVERY_MS.fault).flatMap((atMs) => {
      const fault = { kind: 'fault', source: one(BANKS), fault: one(FAULTS), atMs } as const;
      return [fault, { ...fault, fault: null, atMs: atMs + Math.floor(random() * FAULT_MS_MAX) }];
    }),
    ...anyTime(EVERY_MS.decide).map((atMs) => {
      const decision = random() < 0.5 ? 'release' : 'reject';
      return { kind: 'decide', decision, place: random(), atMs } as const;
    }),
    ...CONFIGURATIONS.map(([share, sources, sourcePriority]) => {
      return { kind: 'configure', sources, sourcePriority, atMs: startMs + share * lengthMs } as const;
    }),
  ];
  return events.toSorted((a, b) => a.atMs - b.atMs);
}

/** Some minutes after each publication, often again an hour and two later, and each Saturday, when banks are asked for weeks. */
function pollTimes({ firstDay, days }: YearSpan, random: () => number): readonly (readonly [Bank, number])[] {
  const start = startOfDay(firstDay);
  const end = new Date(start.getTime() + days * DAY_MS);
  const all = Array.from({ length: days + 15 }, (_, index) => addDays(firstDay, index - 14));
  return SCHEDULES.flatMap(([id, { isPublicationDay, dueAt }]) => {
    const due = new Set(all.filter(isPublicationDay).map((day) => dueAt(day).getTime() + 4 * MINUTE_MS));
    const again = [...due]
      .filter(() => random() < 0.3)
      .flatMap((atMs) => [atMs + HOUR_MS, atMs + 2 * HOUR_MS]);
    const saturdays = all
      .filter((day) => weekdayOf(day) === 6)
      .map((day) => startOfDay(day).getTime() + 12 * HOUR_MS);
    return [...due, ...again, ...saturdays]
      .filter((atMs) => atMs >= start.getTime() && atMs < end.getTime())
      .map((atMs) => [id, atMs] as const);
  });
}
