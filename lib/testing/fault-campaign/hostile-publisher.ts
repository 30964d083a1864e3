import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import type { Publisher } from '#lib/testing/simulated-upstreams/publisher';
import { newestPublished } from '#lib/testing/simulated-upstreams/rates/published-days';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import type { Source } from '#lib/sources/source';
import { createPublisher, publicationsBefore, withoutRows } from './campaign-publisher.ts';
import type { AskedFigure, Bend, PrintedPair, Targets } from './mischief.ts';

/** A publisher that lies when it is told to. */
export interface HostilePublisher extends Publisher {
  /** Lies from now on, or tells the truth again with null. */
  readonly bendBy: (bend: Bend | null) => void;
  /** Counts a poll of the service, for lies that grow. */
  readonly countPoll: () => void;
}

/** What a hostile publisher knows of itself. */
export interface HostileSettings {
  readonly rates: SimulatedRates;
  readonly now: () => Date;
  readonly source: Source;
  readonly targets: () => Targets;
}

/** Publications, or days of a market, that count as the newest ones where a lie is about long past days. */
const NEWEST_PUBLICATIONS = 5;
const NEWEST_MARKET_MS = 7 * DAY_MS;
const MARKET_NOW_MS = 3_600_000;
const THIRD_DAY_BACK = 3;

/** Makes a publisher that tells the truth until it is told to lie. */
export function createHostilePublisher(settings: HostileSettings): HostilePublisher {
  const { rates, now, source } = settings;
  const honest = createPublisher(source.id, rates);
  let polls = 0;
  let lying: { readonly bend: Bend; readonly publisher: Publisher } | null = null;
  return {
    ...honest,
    answer: (ask, lens) => {
      if (lying === null) return honest.answer(ask, lens);
      const { bend, publisher } = lying;
      const newest = newestDay(source, now());
      const answer = publisher.answer(ask, bentLens(settings, lens, bend, { newest, polls }));
      return bend.dropsRows && source.cadence === 'fixing' ? withoutRows(answer, newest) : answer;
    },
    bendBy: (bend) => {
      polls = 0;
      lying = bend && {
        bend,
        publisher: createPublisher(
          source.id,
          bentRates(settings, bend, () => polls),
        ),
      };
    },
    countPoll: () => {
      polls += 1;
    },
  };
}

function bentRates(
  { rates, now, source, targets }: HostileSettings,
  bend: Bend,
  polls: () => number,
): SimulatedRates {
  if (!bend.rate) return rates;
  const { rate: bendRate } = bend;
  return {
    ...rates,
    at: (at, seenBy) => {
      const moment = rates.at(at, seenBy);
      const place = placeOf(source, at, now());
      return {
        rate: (base, quote) => {
          const about = { polls: polls(), targets: targets(), ...place };
          const rate = bendRate({ base, quote, at, truth: moment.rate, ...about });
          // A market's document has no empty cells: a pair that is away is not listed, see below.
          return rate ?? (source.cadence === 'tick' ? moment.rate(base, quote) : null);
        },
      };
    },
  };
}

function placeOf(
  source: Source,
  at: Date,
  now: Date,
): Pick<AskedFigure, 'isNewest' | 'isLongPast' | 'isThirdDayBack'> {
  if (source.cadence === 'tick') {
    const ageMs = now.getTime() - at.getTime();
    return {
      isNewest: ageMs < MARKET_NOW_MS,
      isLongPast: ageMs > NEWEST_MARKET_MS,
      isThirdDayBack: Math.ceil(ageMs / DAY_MS) === THIRD_DAY_BACK,
    };
  }
  const { schedule, fixingInstant } = source;
  const newest = newestPublished(schedule, now);
  const back = (count: number) =>
    fixingInstant(publicationsBefore(schedule.isPublicationDay, newest, count)).getTime();
  return {
    isNewest: at.getTime() >= fixingInstant(newest).getTime(),
    isLongPast: at.getTime() <= back(NEWEST_PUBLICATIONS),
    isThirdDayBack: at.getTime() === back(THIRD_DAY_BACK),
  };
}

function bentLens(
  { rates, now, source, targets }: HostileSettings,
  lens: FigureLens,
  bend: Bend,
  { newest, polls }: { readonly newest: IsoDay; readonly polls: number },
): FigureLens {
  const { day, ms, rate } = bend;
  const { main } = targets();
  const at = now();
  const isAway =
    source.cadence === 'tick' &&
    rate?.({
      ...main,
      at,
      truth: rates.at(at).rate,
      polls,
      targets: targets(),
      ...placeOf(source, at, at),
    }) === null;
  const dropsPairs = bend.dropsRows === true && (source.id === 'boj' || source.cadence === 'tick');
  const isListed = (pair: string) => !(dropsPairs && !isKept(pair)) && !(isAway && names(pair, main));
  return {
    ...lens,
    ...(day && { day: (stated) => day(lens.day(stated), newest) }),
    ...(ms && { ms: (instantMs) => ms(lens.ms(instantMs)) }),
    ...((dropsPairs || isAway) && {
      shows: (pair) => lens.shows(pair) && isListed(pair),
      among: (pairs) => {
        const isShown = lens.among(pairs);
        return (pair) => isShown(pair) && isListed(pair);
      },
    }),
  };
}

/** Whether a market's own name is that of a pair: `EURUSD=X`, `FX_IDC:EURUSD`, `EUR-USD`, Kraken's `XXBTZUSD`. */
function names(own: string, { base, quote }: PrintedPair): boolean {
  return new RegExp(`${base === 'BTC' ? 'XBT' : base}[^A-Z]?Z?${quote}(?![A-Z])`).test(own);
}

/** Two of five pairs, by their names. */
function isKept(pair: string): boolean {
  return [...pair].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5 < 2;
}

function newestDay(source: Source, now: Date): IsoDay {
  return source.cadence === 'fixing' ? newestPublished(source.schedule, now) : isoDayOf(now);
}
