import { isPegSource, type PegSource, type SourceDescription } from '#lib/domain/rates/stored-source';
import type { DocumentTerms, LongReads } from '#lib/api/endpoint';
import { createDayColumns } from '#lib/api/history/day-columns';
import { createDayRates } from '#lib/api/history/day-rates';
import { createKnownRates } from '#lib/api/history/known-rates';
import { createSeriesColumns, type SeriesColumns } from '#lib/api/history/series-columns';
import { createReceiptSigner } from '#lib/api/receipts/receipt-signer';
import { openReads } from '#lib/store/open-store';
import type { ThreadStart } from './answer-messages.ts';

/** What is known of a source without asking it. */
export type DescribedSource =
  | (SourceDescription & DocumentTerms)
  | (PegSource & Pick<DocumentTerms, 'attribution'>);

/** What the answers of the thread are made from, but for when each was asked. */
export type ThreadReads = Omit<LongReads, 'askedAt' | 'history'> & {
  readonly history: () => Promise<SeriesColumns>;
};

/** The reads of the thread over its own view of the database; `revisionOf` says which commit of a source is wanted. */
export function createThreadReads(
  start: ThreadStart,
  descriptions: readonly DescribedSource[],
  revisionOf: (source: string) => number | null,
): ThreadReads {
  const opened = openedWhenAsked(async () => {
    const reads = await openReads(start);
    const history = createSeriesColumns(reads, revisionOf);
    const dayRates = createDayRates(reads, descriptions);
    const knownRates = createKnownRates(reads, descriptions);
    const sign = await createReceiptSigner(start.issuer, reads);
    return { history, dayColumns: createDayColumns(history), dayRates, knownRates, sign };
  });
  return {
    history: async () => (await opened()).history,
    dayColumns: async () => (await opened()).dayColumns,
    dayRates: async () => (await opened()).dayRates,
    knownRates: async () => (await opened()).knownRates,
    signReceipt: async (content, moment) => (await opened()).sign(content, moment),
    documentTerms: (id) => {
      const source = descriptions.find((candidate) => candidate.id === id);
      return !source || isPegSource(source) ? null : source;
    },
  };
}

/** Opens the database once; again where that failed. */
function openedWhenAsked<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}
