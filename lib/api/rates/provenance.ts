import type { Provenance } from '#lib/contract/responses';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { choiceReason, type PassedOver } from '#lib/domain/rates/choice-reason';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { DocumentFacts, EarlierFigure } from '#lib/domain/rates/stored-source';
import type { FoundRate, Leg } from '#lib/domain/rates/strict-rate';
import { reasonForNoRate } from './no-rate-reason.ts';
import { earlierDayOf } from './past-rates.ts';

/** The question that a rate answers. */
export interface AskedRate {
  readonly pair: Pair;
  readonly choice: SourceChoice;
  /** The UTC day that was asked for; now where none was. */
  readonly date: IsoDay | undefined;
}

/** How a found rate was made and why it is this one, in the contract's words. */
export function provenanceOf(found: FoundRate, snapshot: RateSnapshot, asked: AskedRate): Provenance {
  const { legs, observedAt } = found;
  const { pair, choice, date } = asked;
  const { rule, passedOver } = choiceReason(snapshot, pair, choice, found);
  const note = noteOf(legs, earlierDayOf(observedAt, date), date);
  return {
    kind: kindOf(legs),
    ...rateAge(found),
    legs: legs.map(legOf),
    rule,
    passedOver: passedOver.map((one) => passedOverOf(one, pair, snapshot)),
    ...(note && { note }),
  };
}

/** What has to be known of a rate beside how it was made; empty where nothing has. */
function noteOf(legs: readonly Leg[], earlierDay: IsoDay | null, asked: IsoDay | undefined): string {
  const held = legs.flatMap(({ source, base, quote, newerHeldAt }) =>
    newerHeldAt
      ? `A newer figure of this source is held for review: ${source} ${base}/${quote} of ${isoDayOf(newerHeldAt)}.`
      : [],
  );
  const earlier = `There is no rate for ${asked}; the latest earlier one, of ${earlierDay}, was used.`;
  return [...(earlierDay ? [earlier] : []), ...held].join(' ');
}

function kindOf(legs: readonly Leg[]): Provenance['kind'] {
  const [only] = legs;
  if (!only) return 'identity';
  if (legs.length > 1) return 'cross';
  return only.inverted ? 'inverse' : 'direct';
}

/**
 * The worst age of the legs, and for how long their market is closed; a currency against itself has no leg but may still rest on a
 * stale publication.
 */
export function rateAge({ legs, stale, closing }: FoundRate): Pick<Provenance, 'age' | 'market'> {
  const ages = new Set(legs.map(({ age }) => age));
  const current = closing ? 'closed' : ages.size === 1 && ages.has('law') ? 'law' : 'fresh';
  return {
    age: stale ? 'stale' : ages.has('late') ? 'late' : current,
    ...(closing && {
      market: { closedAt: closing.closedAt.toISOString(), opensAt: closing.opensAt.toISOString() },
    }),
  };
}

function passedOverOf(
  passedOver: PassedOver,
  pair: Pair,
  snapshot: RateSnapshot,
): Provenance['passedOver'][number] {
  switch (passedOver.kind) {
    case 'without':
      return {
        source: passedOver.tried.source,
        reason: reasonForNoRate(passedOver.tried, pair, snapshot).kind,
      };
    case 'stale':
    case 'held':
      return { source: passedOver.source, reason: passedOver.kind };
    case 'not-allowed':
      return { source: passedOver.source, reason: 'not_allowed' };
  }
}

function legOf({
  source,
  base,
  quote,
  figure,
  inverted,
  observedAt,
  age,
  newerHeldAt,
  act,
  document,
  earlier,
}: Leg): Provenance['legs'][number] {
  return {
    source,
    base,
    quote,
    figure,
    inverted,
    observedAt: observedAt.toISOString(),
    // A figure past its hard limit is never served, so no leg is older than stale.
    age: age === 'expired' ? 'stale' : age,
    ...(newerHeldAt && { newerHeldAt: newerHeldAt.toISOString() }),
    firstSeenAt: firstSeenAt(document),
    act,
    document: addressOf(document),
    revision: age === 'law' ? null : earlier.length + 1,
    ...(earlier.length > 0 && { earlier: earlier.map(earlierOf) }),
  };
}

function earlierOf({
  rate,
  document,
  replacedAt,
}: EarlierFigure): NonNullable<Provenance['legs'][number]['earlier']>[number] {
  return {
    figure: rate,
    firstSeenAt: firstSeenAt(document),
    document: addressOf(document),
    replacedAt: replacedAt.toISOString(),
  };
}

function firstSeenAt(document: DocumentFacts | null): string | null {
  return document?.firstSeenAt.toISOString() ?? null;
}

function addressOf(document: DocumentFacts | null): Provenance['legs'][number]['document'] {
  return document && { url: document.url, sha256: document.sha256 };
}
