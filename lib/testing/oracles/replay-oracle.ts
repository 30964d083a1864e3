import type { IsoDay } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import type { FixingFacts } from '#lib/sources/source-facts';
import type { PublishersRecord } from './publishers-record.ts';

/** The rate of a day: one unit of base costs `rate` units of quote. */
export interface DayFigure {
  readonly day: IsoDay;
  readonly rate: number;
}

/** What one publisher had made public by an instant, told slowly from its own files. */
export interface ReplayOracle {
  /** The current rate of a pair; null where it has none, `expired` where it is past the hard limit. */
  readonly strict: (base: string, quote: string, now: Date) => DayFigure | 'expired' | null;
  /** Every day from `since` on at which the pair had a rate, ascending. */
  readonly history: (base: string, quote: string, now: Date, since: IsoDay) => readonly DayFigure[];
  /** Every code of the newest publications. */
  readonly codes: (now: Date) => ReadonlySet<string>;
  /** The figure of a day as published; null where it was not public yet, or there is none. */
  readonly figure: (base: string, quote: string, day: IsoDay, now: Date) => number | null;
}

/** The last days of the currencies that ended in or just before the years of replays. */
const ENDED: Readonly<Record<string, string>> = {
  SIT: '2006-12-31',
  CYP: '2007-12-31',
  MTL: '2007-12-31',
  SKK: '2008-12-31',
  LTL: '2014-12-31',
  BGN: '2025-12-31',
};

/** Publications that an answer may rest on. */
const NEWEST = 3;

/** Reads a publisher's record as of any instant. Of a day nothing is known before the schedule's instant. */
export function createReplayOracle(record: PublishersRecord, facts: FixingFacts): ReplayOracle {
  const { fixingInstant, schedule } = facts;
  const known = knownDays(record, facts);
  const rateOn = dayRates(record, facts.base);
  return {
    strict: (from, to, now) => {
      if (isOver(from, now) || isOver(to, now)) return null;
      for (const day of known(now).slice(-NEWEST).toReversed()) {
        const rate = rateOn(day, from, to);
        if (rate === null) continue;
        const isExpired = now.getTime() - fixingInstant(day).getTime() >= schedule.hardLimitMs;
        return isExpired ? 'expired' : { day, rate };
      }
      return null;
    },
    history: (from, to, now, since) => {
      const days = known(now);
      const recent = days.slice(days.findLastIndex((day) => day < since) + 1);
      return recent.flatMap((day) => {
        const rate = rateOn(day, from, to);
        return rate === null ? [] : [{ day, rate }];
      });
    },
    codes: (now) =>
      new Set(
        known(now)
          .slice(-NEWEST)
          .flatMap((day) => [...(record.get(day) ?? new Map<string, number>()).keys()])
          .flatMap((pair) => pair.split('/')),
      ),
    figure: (from, to, day, now) =>
      known(now).includes(day) ? (record.get(day)?.get(pairKey(from, to)) ?? null) : null,
  };
}

/** The days whose figures were public at an instant, ascending. One instant is asked about many times in a row. */
function knownDays(
  record: PublishersRecord,
  { id, schedule }: FixingFacts,
): (now: Date) => readonly IsoDay[] {
  const publicAtMs = (day: IsoDay) => (id === 'ecb' ? frankfurt4pmMs(day) : schedule.dueAt(day).getTime());
  const days = [...record.keys()].toSorted().map((day) => ({ day, publicAtMs: publicAtMs(day) }));
  let asked: { readonly nowMs: number; readonly days: readonly IsoDay[] } | null = null;
  return (now) => {
    const nowMs = now.getTime();
    if (asked?.nowMs !== nowMs) {
      asked = { nowMs, days: days.filter((one) => one.publicAtMs <= nowMs).map(({ day }) => day) };
    }
    return asked.days;
  };
}

/** The rate of a pair within one day's figures: direct, inverse, or through USD, EUR or the publisher's own base. */
function dayRates(record: PublishersRecord, ownBase: string) {
  const leg = (day: IsoDay, from: string, to: string): number | null => {
    const figures = record.get(day);
    const inverse = figures?.get(pairKey(to, from));
    return figures?.get(pairKey(from, to)) ?? (inverse === undefined ? null : 1 / inverse);
  };
  return (day: IsoDay, from: string, to: string): number | null => {
    const direct = leg(day, from, to);
    if (direct !== null) return direct;
    for (const pivot of ['USD', 'EUR', ownBase]) {
      const first = leg(day, from, pivot);
      const second = leg(day, pivot, to);
      if (first !== null && second !== null) return first * second;
    }
    return null;
  };
}

function isOver(code: string, now: Date): boolean {
  const last = ENDED[code];
  return last !== undefined && now.toISOString().slice(0, 10) > last;
}

const FRANKFURT_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' });

/** 16:00 in Frankfurt is 14:00 or 15:00 UTC: the one at which its clocks say so. */
function frankfurt4pmMs(day: IsoDay): number {
  const summer = new Date(`${day}T14:00:00Z`);
  return FRANKFURT_HOUR.format(summer) === '16' ? summer.getTime() : summer.getTime() + 3_600_000;
}
