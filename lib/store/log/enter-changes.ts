import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { LeafKind } from '#lib/domain/log/log-leaf';
import type { Schema } from '#lib/store/engine/schema';
import { type EnteredFigures, enterFigures } from './pending-entries.ts';

/* Whatever changes figures of a bank enters it into the log by these, in the same transaction and before the change. */

/** A document's staged fixings before they are merged into `obs_day`. */
export interface StagedFigures extends EnteredFigures {
  readonly bodyId: number;
  readonly seenAtMs: number;
  /** Whether none of them is stored yet, so that nothing has to be compared. */
  readonly areAllNew: boolean;
}

/** Enters the staged fixings that are not stored yet, then those that differ from what is. */
export async function enterStaged(
  transaction: Transaction<Schema>,
  { bodyId, seenAtMs, areAllNew, ...figures }: StagedFigures,
): Promise<void> {
  if (areAllNew) return enterFigures(transaction, { kind: 'accepted', bodyId, seenAtMs }, figures);
  // Both are walked in the order of their keys.
  const { rows } = await sql<ChangedRow>`
    select s.series_id, s.ts, s.rate, cast(${bodyId} as integer) as body_id,
      case when o.series_id is null then 'accepted' else 'revised' end as kind
    from staged_fixing s left join obs_day o on o.series_id = s.series_id and o.ts = s.ts
    where o.rate is distinct from s.rate
    order by kind, s.series_id, s.ts`.execute(transaction);
  await enterRows(transaction, rows, seenAtMs);
}

/** Enters that all figures of a series go. */
export async function enterWithdrawn(
  transaction: Transaction<Schema>,
  { seriesId, seenAtMs }: { readonly seriesId: RawBuilder<unknown>; readonly seenAtMs: number },
): Promise<void> {
  // obs_day's key.
  const { rows } = await sql<ChangedRow>`
    select series_id, ts, rate, body_id, 'withdrawn' as kind from obs_day
    where series_id = ${seriesId} order by body_id, ts`.execute(transaction);
  await enterRows(transaction, rows, seenAtMs);
}

/** An import that goes, and what gives the rate and the document of the figure before one of `obs_day`; null for none. */
export interface TakingBack {
  readonly bodyId: number;
  readonly seenAtMs: number;
  readonly before: (column: 'rate' | 'body_id') => RawBuilder<unknown>;
}

/** Enters that the figures of an import give way to the ones before them, or go where there are none. */
export async function enterTakenBack(
  transaction: Transaction<Schema>,
  { bodyId, seenAtMs, before }: TakingBack,
): Promise<void> {
  // All of obs_day, once.
  const { rows } = await sql<ChangedRow>`
    select series_id, ts, coalesce(earlier_rate, rate) as rate, coalesce(earlier_body, body_id) as body_id,
      case when earlier_body is null then 'withdrawn' else 'revised' end as kind
    from (
      select series_id, ts, rate, body_id, ${before('rate')} as earlier_rate, ${before('body_id')} as earlier_body
      from obs_day where body_id = ${bodyId}
    ) as taken
    order by kind, body_id, series_id, ts`.execute(transaction);
  await enterRows(transaction, rows, seenAtMs);
}

/** What happens to a figure, and the number of the document that brought it. */
export interface ChangedRow {
  readonly series_id: number;
  readonly ts: number;
  readonly rate: number;
  readonly body_id: number;
  readonly kind: LeafKind;
}

/** Enters rows in their order; those of one kind and document that stand together are entered together. */
export async function enterRows(
  transaction: Transaction<Schema>,
  rows: readonly ChangedRow[],
  seenAtMs: number,
): Promise<void> {
  let start = 0;
  for (let first = rows[start]; first; first = rows[start]) {
    const { kind, body_id: bodyId } = first;
    let end = start + 1;
    while (rows[end]?.kind === kind && rows[end]?.body_id === bodyId) end += 1;
    const together = rows.slice(start, end);
    await enterFigures(
      transaction,
      { kind, bodyId, seenAtMs },
      {
        seriesIds: together.map(({ series_id: seriesId }) => seriesId),
        instantsMs: together.map(({ ts }) => Number(ts)),
        rates: together.map(({ rate }) => rate),
      },
    );
    start = end;
  }
}
