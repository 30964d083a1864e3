import type { Provenance } from '#lib/contract/responses';
import { utcDayText } from '#lib/format/day-text';
import { instantText } from '#lib/format/instants';
import { isFixingSource, listText, shortSourceName, sourceInText } from '#lib/format/sources/source-names';

/** What costs are measured by: the source of a rate and its day or instant, as `the ECB fixing of Fri 10 Apr 2026`. */
export function referenceText({
  timestamp,
  provenance: { age, legs },
}: {
  /** Of the oldest figure; ISO 8601. */
  readonly timestamp: string;
  readonly provenance: Pick<Provenance, 'age'> & {
    readonly legs: readonly Pick<Provenance['legs'][number], 'source' | 'act'>[];
  };
}): string {
  if (age === 'law') return 'the rate that law fixes';
  const observedAt = new Date(timestamp);
  const sources = [...new Set(legs.filter(({ act }) => act === null).map(({ source }) => source))];
  if (sources.length > 1) {
    return `the figures of ${listText(sources.map(sourceInText))}, the oldest of ${instantText(observedAt)}`;
  }
  const name = sources.map(shortSourceName).join('');
  if (!sources.every(isFixingSource)) return `the ${name} rate of ${instantText(observedAt)}`;
  const day = utcDayText(observedAt, { weekday: 'short', month: 'short', hasYear: true });
  return `the ${name} fixing of ${day}`;
}
