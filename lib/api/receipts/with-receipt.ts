import type { z } from 'zod';
import type { Answer } from '#lib/api/answer';
import { isOver, type PastEndpoint, type ReceiptEndpoint } from '#lib/api/endpoint';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { convertContract } from '#lib/contract/endpoints/convert';
import type { pairContract } from '#lib/contract/endpoints/pair';
import { RECEIPTS_AWAY } from '#lib/contract/errors';
import { FIGURES_A_REQUEST, RECEIPT_REQUESTS } from '#lib/contract/request-limits';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { exactNumber, roundedText } from '#lib/domain/rates/exact-number';
import { ok } from '#lib/domain/result';

/**
 * The twin of an endpoint for answers with a receipt: `answer` says what is to be signed, now or, by `past`, of a moment that is over.
 * It is made in the thread, where signing holds up nobody.
 */
export function withReceipt<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  answer: (query: z.infer<Schema>, snapshot: RateSnapshot, day: null) => Answer,
  past: PastEndpoint<Schema>,
): ReceiptEndpoint<Schema> {
  const madeFrom = (asked: z.infer<Schema>, snapshot: RateSnapshot) =>
    past.madeFrom && isOver(past.momentOf(asked), snapshot)
      ? past.madeFrom(asked, snapshot)
      : snapshot.version;
  return {
    path,
    access,
    query,
    work: 'long',
    name: `${path} with a receipt`,
    readsDatabase: true,
    givesReceipts: true,
    whenAway: RECEIPTS_AWAY,
    isAsked: (asked) => asReceiptQuery(asked).include.receipt,
    figuresMax: () => RECEIPT_REQUESTS * FIGURES_A_REQUEST,
    madeFrom,
    answer: async (reads, asked, snapshot) => {
      const made = isOver(past.momentOf(asked), snapshot)
        ? await past.answer(reads, asked, snapshot)
        : answer(asked, snapshot, null);
      if (!made.ok || !('body' in made.value) || !made.value.toSign) return made;
      const { toSign, ...success } = made.value;
      const question = { path, parameters: parametersOf(asReceiptQuery(asked)) };
      const { jws, toStore } = await reads.signReceipt(
        { question, ...toSign },
        {
          madeFrom: madeFrom(asked, snapshot),
          dataVersion: snapshot.version,
          issuedAt: reads.askedAt,
        },
      );
      return ok({
        ...success,
        body: { ...success.body, receipt: jws },
        ...(toStore && { toStore }),
      });
    },
  };
}

/** What the queries of both endpoints that take `include=receipt` have in common, and what convert has more. */
type ReceiptQuery = z.infer<typeof pairContract.query> &
  Partial<Pick<z.infer<typeof convertContract.query>, 'amount' | 'rule'>>;

/** The contracts of both endpoints say so. */
function asReceiptQuery(query: unknown): ReceiptQuery {
  return query as ReceiptQuery;
}

/** The query as anybody could ask it again: upper case, plain decimals, instants in full. */
function parametersOf(query: ReceiptQuery): Record<string, string> {
  const { from, to, amount, source, date, knownAt, rule } = query;
  return {
    from,
    to,
    ...(amount !== undefined && { amount: roundedText(exactNumber(amount)) }),
    ...(source.kind === 'only' && { source: source.source }),
    ...(date !== undefined && { date }),
    ...(knownAt !== undefined && { knownAt: new Date(knownAt).toISOString() }),
    ...(rule !== undefined && { rule }),
  };
}
