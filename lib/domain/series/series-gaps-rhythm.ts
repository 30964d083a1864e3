import { BOE_SCHEDULE, BOJ_SCHEDULE, FED_SCHEDULE } from '#lib/domain/calendars/bank-schedules';
import { forexInstantAfter, isForexOpen } from '#lib/domain/calendars/forex-market';
import { addDays, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { ECB_SCHEDULE, type FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import type { SourceId } from '#lib/domain/source-id';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** On which days a source has a figure, and when that of a day is due. */
export interface SeriesRhythm {
  readonly kind: 'fixing' | 'forex' | 'always' | 'law';
  readonly isOpenDay: (day: IsoDay) => boolean;
  /** The instant at which the figure of a day is due to be public. */
  readonly dueAt: (day: IsoDay) => Date;
  /** How long after `dueAt` a missing figure counts as missing. */
  readonly graceMs: number;
}

/** A day of a market is over with the UTC day; its quote is kept a moment later. */
const MARKET_GRACE_MS = HOUR_MS;

const FOREX: SeriesRhythm = {
  kind: 'forex',
  isOpenDay: (day) => isForexOpen(new Date(startOfDay(day).getTime() + DAY_MS / 2)),
  // Friday's figure is final when its UTC day ends, but nobody looks again before the market opens on Sunday.
  dueAt: (day) => forexInstantAfter(startOfDay(addDays(day, 1)), 1),
  graceMs: MARKET_GRACE_MS,
};

const ALWAYS: SeriesRhythm = {
  kind: 'always',
  isOpenDay: () => true,
  dueAt: (day) => startOfDay(addDays(day, 1)),
  graceMs: MARKET_GRACE_MS,
};

const RHYTHMS: Readonly<Record<SourceId, SeriesRhythm>> = {
  ecb: fixing(ECB_SCHEDULE),
  boe: fixing(BOE_SCHEDULE),
  fed: fixing(FED_SCHEDULE),
  boj: fixing(BOJ_SCHEDULE),
  fixed: { ...ALWAYS, kind: 'law' },
  'crypto-exchange': ALWAYS,
  'web-finance': FOREX,
  'charting-platform': FOREX,
  'web-search': FOREX,
};

/** The rhythm of a source: banks by their calendars, markets by their opening, law on every day. */
export function rhythmOf(source: SourceId): SeriesRhythm {
  return RHYTHMS[source];
}

function fixing({ isPublicationDay, dueAt, graceMs }: FixingSchedule): SeriesRhythm {
  return { kind: 'fixing', isOpenDay: isPublicationDay, dueAt, graceMs };
}
