import { isSourceId } from '#lib/domain/source-id';
import { type IgnoredPart, quoted, type ReadAddress } from './address-parts.ts';

/** What the history of incidents shows: a UTC month, of one source or of all. */
export interface IncidentsView {
  /** `2026-11`. */
  readonly month: string;
  /** Null is all. */
  readonly source: string | null;
}

const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Before the first month that a service can have watched in. */
const FIRST_MONTH = '2000-01';

/** Reads `/status/history?month=2026-11&source=ecb`; without a month it is this one. `sources` are those enabled here. */
export function readIncidentsAddress(
  address: string,
  thisMonth: string,
  sources: readonly string[],
): ReadAddress<IncidentsView> {
  const query = new URLSearchParams(address.split('?', 2)[1] ?? '');
  const [monthText, sourceText] = [query.get('month'), query.get('source')];
  const ignored: IgnoredPart[] = [];
  let month = thisMonth;
  if (monthText !== null && isMonth(monthText, thisMonth)) month = monthText;
  else if (monthText !== null) {
    const isAhead = MONTH_FORM.test(monthText) && monthText > thisMonth;
    ignored.push({
      wrong: isAhead ? `${quoted(monthText)} has not begun.` : `${quoted(monthText)} is not a month.`,
      instead: 'This month is shown instead.',
    });
  }
  const isKnown = sourceText !== null && sources.includes(sourceText);
  if (sourceText !== null && !isKnown) {
    ignored.push({
      wrong: isSourceId(sourceText)
        ? `${quoted(sourceText)} is not enabled here.`
        : `${quoted(sourceText)} is not a source.`,
      instead: 'All sources are shown instead.',
    });
  }
  return { view: { month, source: isKnown ? sourceText : null }, ignored };
}

/** The address of a view; the current month of all sources is the plain one. */
export function incidentsAddress({ month, source }: IncidentsView, thisMonth: string): string {
  const query = new URLSearchParams({
    ...(month !== thisMonth && { month }),
    ...(source !== null && { source }),
  });
  return `/status/history${query.size === 0 ? '' : `?${query}`}`;
}

/** The month `by` months later, or earlier when negative. */
export function otherMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

function isMonth(text: string, thisMonth: string): boolean {
  return MONTH_FORM.test(text) && text >= FIRST_MONTH && text <= thisMonth;
}
