import type { CoverageResponse } from '#lib/contract/responses';
import { dayText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** A month of a history: how many of its days have a figure, and whether any lacks one. */
export interface CoveredMonth {
  /** `2026-04`. */
  readonly code: string;
  readonly days: number;
  readonly isLacking: boolean;
}

/** A year of a history; null for months before its first or after its last day. */
export interface CoveredYear {
  readonly year: string;
  readonly months: readonly (CoveredMonth | null)[];
  /** Days with a figure. */
  readonly days: number;
}

/** The years of a history, newest first, by the days that each month has. */
export function coverageYears(
  { firstDay, lastDay, missing }: Pick<CoverageResponse, 'firstDay' | 'lastDay' | 'missing'>,
  daysOfMonths: ReadonlyMap<string, number>,
): readonly CoveredYear[] {
  if (firstDay === null || lastDay === null) return [];
  const end = [lastDay, ...missing.map((stretch) => stretch.lastDay)].toSorted().at(-1) ?? lastDay;
  const [first, last] = [firstDay.slice(0, 7), end.slice(0, 7)];
  const years: CoveredYear[] = [];
  for (let year = Number(last.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1) {
    const months = MONTHS.map((month): CoveredMonth | null => {
      const code = `${year}-${month}`;
      if (code < first || code > last) return null;
      return {
        code,
        days: daysOfMonths.get(code) ?? 0,
        isLacking: missing.some((one) => reaches(one, code)),
      };
    });
    years.push({ year: String(year), months, days: months.reduce((sum, one) => sum + (one?.days ?? 0), 0) });
  }
  return years;
}

/** The months of a year as codes have them. */
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

/** Whether a stretch of days reaches into a month. */
function reaches({ firstDay, lastDay }: CoverageResponse['missing'][number], month: string): boolean {
  return firstDay.slice(0, 7) <= month && month <= lastDay.slice(0, 7);
}

/** A stretch without a figure: its days, how many they are, and why there is none. */
export function missingTexts(
  { firstDay, lastDay, days, reason }: CoverageResponse['missing'][number],
  { source, base, quote }: Pick<CoverageResponse, 'source' | 'base' | 'quote'>,
): { readonly when: string; readonly count: string; readonly why: string } {
  return {
    when:
      firstDay === lastDay
        ? coveredDayText(firstDay)
        : `${coveredDayText(firstDay)} to ${coveredDayText(lastDay)}`,
    count: days === 1 ? '1 day' : `${wholeText(days)} days`,
    why:
      reason === 'source'
        ? `${capital(sourceInText(source))} has no figures at all for ${days === 1 ? 'this day' : 'these days'}.`
        : `${capital(sourceInText(source))} has figures of other pairs, but none of ${base}/${quote}.`,
  };
}

/** How many days of the calendar lack a figure. */
export function missingDays({ missing }: Pick<CoverageResponse, 'missing'>): number {
  return missing.reduce((sum, { days }) => sum + days, 0);
}

/** A day for people: `13 Apr 2026`; a dash for none. */
export function coveredDayText(day: string | null): string {
  return day === null ? '–' : dayText(new Date(day));
}
