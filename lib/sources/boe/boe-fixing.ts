import type { PublishedFixing } from '#lib/domain/rates/observation';

import type { BoeSeries } from './boe-series.ts';

/** How the bank writes that it has no figure. */
const MISSING_FIGURES: ReadonlySet<string> = new Set(['', '..', 'n/a', '0']);

const NEW_LIRA_FROM = '2005-01-01';
/** In its last ten years a pound cost 20,000 to 3,000,000 old lira; a new lira is a million of them. */
const OLD_LIRA_MIN = 10_000;

/**
 * One cell of a known series as a fixing; null where the bank has no figure.
 * The Turkish series goes across the new lira of 2005: before it a figure is in old lira, TRL, unless it is so small
 * that the bank has divided it by a million afterwards.
 */
export function boeFixing(series: BoeSeries, figure: string, observedOn: string): PublishedFixing | null {
  const rate = figure.trim();
  if (MISSING_FIGURES.has(rate.toLowerCase())) return null;
  const isOldLira = series.quote === 'TRY' && observedOn < NEW_LIRA_FROM && Number(rate) > OLD_LIRA_MIN;
  return { base: 'GBP', quote: isOldLira ? 'TRL' : series.quote, rate, observedOn };
}
