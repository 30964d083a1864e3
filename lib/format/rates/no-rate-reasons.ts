import type { NoRateReason, PairComparisonWithReasons } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { grouped } from '#lib/format/grouped';
import { dayText, instantText } from '#lib/format/instants';
import { listText, sourceInText, sourceName } from '#lib/format/sources/source-names';

/** The sources that have no rate for one and the same reason, and that reason in words. */
export interface SharedReason {
  readonly sources: readonly SourceId[];
  readonly who: string;
  readonly why: string;
}

/** A pair that is asked for; a currency and itself ask for the currency alone. */
type Asked = Pick<PairComparisonWithReasons, 'from' | 'to'>;

/** Whether it is the rate of now that is missing, that of a day that is over, or any figure that a source ever had. */
export type Missing = 'rate' | 'day' | 'history';

/** Why the sources of a comparison have none of the pair, or the chosen ones, those first that have it at other times. */
export function noRateReasons(
  comparison: Pick<PairComparisonWithReasons, 'from' | 'to' | 'without'>,
  chosen: readonly SourceId[] | null,
  missing: Missing = 'rate',
): readonly SharedReason[] {
  const told = comparison.without
    .filter(({ source }) => chosen?.includes(source) ?? true)
    .toSorted((one, other) => Number(isForGood(one.reason)) - Number(isForGood(other.reason)));
  const alike = grouped(told, ({ reason }) => reasonText(reason, comparison, missing, ALL));
  return [...alike].map(([shared, those]) => {
    const [only, ...others] = those;
    const sources = those.map(({ source }) => source);
    const why = only && others.length === 0 ? reasonText(only.reason, comparison, missing) : shared;
    return { sources, who: listText(sources.map(sourceName)), why };
  });
}

/** What stands in the place of reasons when there are none: the comparison did not come, or the chosen sources are not in it. */
export function noReasonsText(
  comparison: Pick<PairComparisonWithReasons, 'rates' | 'without'> | null,
  chosen: readonly SourceId[] | null,
): string {
  const told = [...(comparison?.rates ?? []), ...(comparison?.without ?? [])];
  const isApart = chosen !== null && !told.some(({ source }) => chosen.includes(source));
  if (comparison === null || !isApart) return 'The reasons could not be loaded.';
  return `This server shows no figures from ${chosen.map(sourceInText).join(' or ')}.`;
}

/** Whether a source never has the pair. */
function isForGood({ kind, legalRates }: NoRateReason): boolean {
  return kind === 'not_published' || (kind === 'no_law' && legalRates.length === 0);
}

/** A clause about one source, or about several that share the reason. */
const ONE = {
  has: 'it has',
  publishes: 'it publishes',
  own: 'its',
  newest: 'its newest figure',
  is: 'is',
  next: 'publication',
  latest: 'its latest figure by then',
  was: 'was',
  published: 'it published',
};
const ALL: typeof ONE = {
  has: 'they have',
  publishes: 'they publish',
  own: 'their',
  newest: 'their newest figures',
  is: 'are',
  next: 'publications',
  latest: 'their latest figures by then',
  was: 'were',
  published: 'they published',
};

/** Why a source alone has none of a pair, as a clause: `it publishes no current figure for the pair`. */
export function reasonText(
  { kind, observedAt, ended, legalRates }: NoRateReason,
  { from, to }: Asked,
  missing: Missing = 'rate',
  words = ONE,
): string {
  if (missing === 'day') return pastText({ kind, observedAt, ended, legalRates }, { from, to }, words);
  const { has, publishes, own, newest, is, next } = words;
  if (observedAt !== null)
    return `${newest}, of ${instantText(new Date(observedAt))}, ${is} too old to serve`;
  if (ended !== null) return `${ended.code} ended on ${dayText(new Date(ended.lastDay))}`;
  if (legalRates.length > 0) return legalRates.map(pegDaysText).join(', ');
  const isOne = from === to;
  const what = isOne ? from : 'the pair';
  switch (kind) {
    case 'no_law':
      return missing === 'history' ? `no law ever fixed ${what}` : `no law fixes ${what}`;
    case 'nothing_yet':
      return `${has} no figures here yet`;
    case 'altered':
      return `${own} stored figures were altered and are not served until ${own} next ${next}`;
    case 'held':
      return `${newest} ${is} held for review`;
    default:
      if (missing === 'history') return `${publishes} no figures ${isOne ? 'of' : 'for'} ${what}`;
      return `${publishes} no current figure ${isOne ? 'of' : 'for'} ${what}`;
  }
}

/** The same of a day that is over, of which nothing is held or altered. */
function pastText(
  { kind, observedAt, ended, legalRates }: NoRateReason,
  { from, to }: Asked,
  { has, latest, was, published }: typeof ONE,
): string {
  if (observedAt !== null) return `${latest}, of ${instantText(new Date(observedAt))}, ${was} too old`;
  if (ended !== null) return `${ended.code} had ended on ${dayText(new Date(ended.lastDay))}`;
  if (legalRates.length > 0) return legalRates.map(pegDaysText).join(', ');
  const what = from === to ? `of ${from}` : 'for the pair';
  if (kind === 'nothing_yet') return `${has} no figures for that day or earlier`;
  return kind === 'no_law'
    ? `no law fixed ${from === to ? from : 'the pair'} then`
    : `${published} no figure ${what} then`;
}

function pegDaysText({ code, anchor, firstDay, lastDay }: NoRateReason['legalRates'][number]): string {
  const until = lastDay === null ? '' : ` to ${dayText(new Date(lastDay))}`;
  return `the legal rate of ${code} to ${anchor} is in force from ${dayText(new Date(firstDay))}${until} only`;
}
