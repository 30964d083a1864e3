import { findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { pairKey } from './pair.ts';
import {
  type AgeLimits,
  type AgeState,
  ageLimits,
  ageStateAt,
  tickAgeLimits,
} from '#lib/domain/calendars/staleness';
import type {
  DocumentFacts,
  EarlierFigure,
  FixingDescription,
  SourceFigure,
  StoredPublication,
  StoredQuote,
  StoredQuotes,
  TickDescription,
} from './stored-source.ts';

/** One publication in a snapshot, with its age at the snapshot's instant. */
export interface Publication {
  readonly observedAt: Date;
  readonly observedOn: IsoDay;
  /** When its age turns; null for pegs, which do not age. */
  readonly limits: AgeLimits | null;
  readonly age: AgeState;
  /** Figure by `BASE/QUOTE`; currencies that had ended by the snapshot's day are left out, but not of pegs. */
  readonly figures: ReadonlyMap<string, number>;
  /** The document of each figure, by `BASE/QUOTE`; none for pegs. */
  readonly documents: ReadonlyMap<string, DocumentFacts>;
  /** What a figure was before it was replaced, by `BASE/QUOTE`; of those alone that ever were. */
  readonly earlier: ReadonlyMap<string, readonly EarlierFigure[]>;
  /** Every code that some figure of this publication names. */
  readonly codes: ReadonlySet<string>;
  /** Of a market's poll, the time and age of each quote by `BASE/QUOTE`; null where all bear the publication's own. */
  readonly quotes: ReadonlyMap<string, QuoteAge> | null;
}

/** When a quote was observed and how it ages. */
export interface QuoteAge {
  readonly observedAt: Date;
  readonly limits: AgeLimits;
  readonly age: AgeState;
}

/** The polls that the newest quotes of a market came with, newest first; each pair is in one of them. */
export function pollsOf(
  { description, quotes, agesFromPolls = false }: StoredQuotes,
  today: IsoDay,
  now: Date,
): readonly Publication[] {
  const current = quotes.filter(
    ({ base, quote, polledAt }) => polledAt <= now && isCurrent(base, today) && isCurrent(quote, today),
  );
  const byPoll = Map.groupBy(current, ({ polledAt }) => polledAt.getTime());
  const ageAt = rememberAges(description, now, agesFromPolls);
  return [...byPoll.entries()]
    .toSorted(([one], [other]) => other - one)
    .map(([, polled]) => {
      const ages = new Map(polled.map((figure) => [pairKey(figure.base, figure.quote), ageAt(figure)]));
      const newest = [...ages.values()].reduce((a, b) => (b.limits.lateAt > a.limits.lateAt ? b : a));
      return {
        ...newest,
        observedOn: isoDayOf(newest.observedAt),
        ...figuresOf(polled),
        quotes: ages,
      };
    });
}

/** Quotes of one instant share one age, so that a poll of a thousand pairs has as many ages as instants. */
function rememberAges(
  { market, ages }: TickDescription,
  now: Date,
  agesFromPolls: boolean,
): (quote: StoredQuote) => QuoteAge {
  const limitsAt = new Map<number, AgeLimits>();
  return ({ observedAt, polledAt }) => {
    const from = market === 'always' || agesFromPolls ? polledAt : observedAt;
    const limits = limitsAt.get(from.getTime()) ?? tickAgeLimits(ages, market, from);
    limitsAt.set(from.getTime(), limits);
    return { observedAt, limits, age: ageStateAt(limits, now) };
  };
}

/** A stored publication as it counts on a day; its age is told only when it is asked for. */
export function agedPublication(
  source: FixingDescription,
  stored: StoredPublication,
  today: IsoDay,
  now: Date,
): Publication {
  const observedOn = isoDayOf(stored.observedAt);
  // A calendar is walked for them, and of the days of a history most are never asked for.
  let known: AgeLimits | null = null;
  const limitsOf = () => (known ??= ageLimits(source.schedule, observedOn, stored.observedAt));
  const current = stored.figures.filter(
    ({ base, quote }) => isCurrent(base, today) && isCurrent(quote, today),
  );
  return {
    observedAt: stored.observedAt,
    observedOn,
    get limits() {
      return limitsOf();
    },
    get age() {
      return ageStateAt(limitsOf(), now);
    },
    ...figuresOf(current),
    quotes: null,
  };
}

function figuresOf(
  current: readonly SourceFigure[],
): Pick<Publication, 'figures' | 'documents' | 'earlier' | 'codes'> {
  return {
    figures: new Map(current.map(({ base, quote, rate }) => [pairKey(base, quote), rate])),
    documents: new Map(
      current.flatMap(({ base, quote, document }) => (document ? [[pairKey(base, quote), document]] : [])),
    ),
    earlier: new Map(
      current.flatMap(({ base, quote, earlier }) => (earlier ? [[pairKey(base, quote), earlier]] : [])),
    ),
    codes: new Set(current.flatMap(({ base, quote }) => [base, quote])),
  };
}

function isCurrent(code: string, today: IsoDay): boolean {
  const currency = findCurrency(code);
  return currency !== null && !isRetiredOn(currency, today);
}
