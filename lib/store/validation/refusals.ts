import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** Figures that a rule refused at one poll, with one of them for the operator. */
export interface RuleRefusals {
  readonly rule: string;
  readonly n: number;
  /** `2026-04-13 EUR/USD "1,1684"`. */
  readonly example: string;
}

/** The refusals of a UTC day; the example is the newest. */
export interface DayRefusals extends RuleRefusals {
  readonly source: string;
  readonly day: string;
}

/** Adds refusals to those of a day, within the transaction of their poll. */
export async function keepRefusals(
  transaction: Transaction<Schema>,
  { source, day, refusals }: { source: string; day: string; refusals: readonly RuleRefusals[] },
): Promise<void> {
  for (const { rule, n, example } of refusals) {
    await transaction
      .insertInto('door_refusal')
      .values({ source, day, rule, n, example })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'source', 'rule'])
          .doUpdateSet({ example, n: sql<number>`door_refusal.n + excluded.n` }),
      )
      .execute();
  }
}

/** Rows read at most: a year of fifty rules and sources. */
const REFUSALS_LIMIT = 20_000;

/** Reads the refusals from a day on, the newest day first. */
export async function readRefusals(
  db: Kysely<Schema>,
  { fromDay }: { readonly fromDay: string },
): Promise<readonly DayRefusals[]> {
  // door_refusal_pkey, from the day on.
  return db
    .selectFrom('door_refusal')
    .select(['day', 'source', 'rule', 'n', 'example'])
    .where('day', '>=', fromDay)
    .orderBy('day', 'desc')
    .orderBy('source')
    .orderBy('rule')
    .limit(REFUSALS_LIMIT)
    .execute();
}
