import type { ConversionWithProvenance } from '#lib/contract/responses';
import { utcDayText } from '#lib/format/day-text';
import { instantText } from '#lib/format/instants';
import { isFixingSource, listText, shortSourceName } from '#lib/format/sources/source-names';

/** What costs are measured by: the source of a rate and its day or instant, as `the ECB fixing of Fri 10 Apr 2026`. */
export function referenceText({
  timestamp,
  provenance: { age, legs },
}: Pick<ConversionWithProvenance, 'timestamp' | 'provenance'>): string {
  if (age === 'law') return 'the rate that law fixes';
  const observedAt = new Date(timestamp);
  const sources = [...new Set(legs.filter(({ act }) => act === null).map(({ source }) => source))];
  const names = listText(sources.map(shortSourceName));
  if (sources.length > 1) return `the figures of ${names}, the oldest of ${instantText(observedAt)}`;
  if (!sources.every(isFixingSource)) return `the ${names} rate of ${instantText(observedAt)}`;
  const day = utcDayText(observedAt, { weekday: 'short', month: 'short', hasYear: true });
  return `the ${names} fixing of ${day}`;
}
