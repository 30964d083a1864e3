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
  const alike = grouped(told, ({ reason }) => reasonText(reason, comparison, missing, true));
  return [...alike].map(([shared, those]) => {
    const [only, another] = those;
    const sources = those.map(({ source }) => source);
    const why = only && !another ? reasonText(only.reason, comparison, missing) : shared;
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

/** Why a source alone has none of a pair, or several that share the reason, as a clause: `it publishes no current figure for the pair`. */
export function reasonText(
  { kind, observedAt, ended, legalRates }: NoRateReason,
  { from, to }: Asked,
  missing: Missing = 'rate',
  isShared = false,
): string {
  const say = (ofOne: string, ofSeveral: string) => (isShared ? ofSeveral : ofOne);
  const isPast = missing === 'day';
  if (observedAt !== null) {
    const at = instantText(new Date(observedAt));
    return isPast
      ? `${say('its latest figure', 'their latest figures')} by then, of ${at}, ${say('was', 'were')} too old`
      : `${say('its newest figure', 'their newest figures')}, of ${at}, ${say('is', 'are')} too old to serve`;
  }
  if (ended !== null)
    return `${ended.code} ${isPast ? 'had ended' : 'ended'} on ${dayText(new Date(ended.lastDay))}`;
  if (legalRates.length > 0) return legalRates.map(pegDaysText).join(', ');
  const [what, ofWhat] = from === to ? [from, `of ${from}`] : ['the pair', 'for the pair'];
  switch (kind) {
    case 'no_law':
      if (isPast) return `no law fixed ${what} then`;
      return missing === 'history' ? `no law ever fixed ${what}` : `no law fixes ${what}`;
    case 'nothing_yet':
      return `${say('it has', 'they have')} no figures ${isPast ? 'for that day or earlier' : 'here yet'}`;
    case 'held':
      return say('its newest figure is held for review', 'their newest figures are held for review');
    default:
      if (isPast) return `${say('it', 'they')} published no figure ${ofWhat} then`;
      return `${say('it publishes', 'they publish')} no ${missing === 'history' ? 'figures' : 'current figure'} ${ofWhat}`;
  }
}

function pegDaysText({ code, anchor, firstDay, lastDay }: NoRateReason['legalRates'][number]): string {
  const until = lastDay === null ? '' : ` to ${dayText(new Date(lastDay))}`;
  return `the legal rate of ${code} to ${anchor} is in force from ${dayText(new Date(firstDay))}${until} only`;
}
