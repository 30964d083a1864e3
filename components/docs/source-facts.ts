import type { SourceId } from '#lib/domain/source-id';

/** What a source publishes, when, and since when, in words. */
export interface SourceWords {
  readonly figures: string;
  readonly schedule: string;
}

/** What is told of each source beside its own facts. */
export const SOURCE_WORDS: Readonly<Record<SourceId, SourceWords>> = {
  ecb: {
    figures: 'Euro reference rates of the European Central Bank, since 4 January 1999.',
    schedule: 'On TARGET working days about 16:00 in Frankfurt, of 14:10 the same day.',
  },
  boe: {
    figures: 'Spot rates of the Bank of England against sterling, since 1975.',
    schedule: 'The next London working day by 09:30, of 16:00 the day before.',
  },
  fed: {
    figures: 'H.10 noon buying rates in New York of the Federal Reserve, since 1971.',
    schedule: 'Mondays at 16:15 in New York, for the week before.',
  },
  boj: {
    figures: 'The Tokyo market’s dollar in yen and euro in dollars of the Bank of Japan, since 1998.',
    schedule: 'Two Tokyo business days later at 08:50, of 17:00.',
  },
  fixed: {
    figures:
      'Rates fixed by law: irrevocable euro rates, pegs and what replaced currencies are worth in their successors, each with its act and its days in force.',
    schedule: 'Never changes by itself; dated 00:00 UTC of the day.',
  },
  'crypto-exchange': {
    figures: 'Last prices of every market of a crypto exchange whose codes are known.',
    schedule: 'At all hours; a market counts that traded within 24 hours.',
  },
  'web-finance': {
    figures: 'Market quotes from a finance site, days since 1996.',
    schedule: 'While the foreign exchange market is open: Sunday 17:00 to Friday 17:00 in New York.',
  },
  'charting-platform': {
    figures: 'Market quotes from a charting platform.',
    schedule: 'While the foreign exchange market is open.',
  },
  'web-search': {
    figures: 'Market quotes from a search engine’s pages.',
    schedule: 'While the foreign exchange market is open.',
  },
};

/** The facts of a source that is enabled here, as plain values. */
export interface ServedSource {
  readonly id: SourceId;
  readonly name: string;
  readonly page: string | null;
  readonly terms: string;
  readonly attribution: string;
  readonly timing: SourceTiming;
}

/** How often a source is asked and when its figures are no longer current, in milliseconds. */
export type SourceTiming =
  | { readonly kind: 'law' }
  | {
      readonly kind: 'fixing';
      readonly dueMs: number;
      readonly gapMs: number;
      readonly graceMs: number;
      readonly hardLimitMs: number;
    }
  | {
      readonly kind: 'tick';
      readonly intervalMs: number;
      readonly lateMs: number;
      readonly staleMs: number;
      readonly hardLimitMs: number;
    };
