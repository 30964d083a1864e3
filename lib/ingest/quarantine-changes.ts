import { pairKey } from '#lib/domain/pair';
import type { HeldFigure } from '#lib/domain/quarantine';
import type { Source, SourceDocument } from '#lib/sources/source';
import type { QuarantineChanges, QuarantinedFigure } from '#lib/store/quarantine';

import { heldFigures, type Quarantine } from './held-figures.ts';
import type { JudgedFigures } from './judge-poll.ts';
import { documentRow } from './series-columns.ts';

/** A source's quarantine before a poll, and the numbers under which the store holds it. */
export interface HeldBefore {
  readonly figures: readonly HeldFigure[];
  readonly ids: ReadonlyMap<string, number>;
}

/** A source's rows of the stored quarantine, and their numbers by what they stand for. */
export function heldBefore(cadence: Source['cadence'], rows: readonly QuarantinedFigure[]): HeldBefore {
  const figures = heldFigures(rows);
  const ids = figures.map((figure, index) => [identityOf(cadence, figure), rows[index]?.id ?? 0] as const);
  return { figures, ids: new Map(ids) };
}

/** What a poll changes in the stored quarantine: figures held for the first time, held again, and no longer held. */
export function quarantineChanges(
  source: Source,
  before: HeldBefore,
  judged: JudgedFigures,
): QuarantineChanges {
  const idOf = (figure: HeldFigure) => before.ids.get(identityOf(source.cadence, figure));
  const stated = judged.held.filter((figure) => !before.figures.includes(figure));
  return {
    held: stated.flatMap((figure) => {
      const document = judged.originOf(figure);
      return !document || idOf(figure) !== undefined ? [] : [newRow(source, figure, document)];
    }),
    repeated: stated.flatMap((figure) => {
      const id = idOf(figure);
      const { rate, observedAt, polls, repetitions } = figure;
      return id === undefined ? [] : [{ id, rate, observedAtMs: observedAt.getTime(), polls, repetitions }];
    }),
    decided: judged.left.flatMap(({ figure, as, isUnstated }) => {
      const id = idOf(figure);
      return id === undefined ? [] : [{ id, state: as, ...(isUnstated && { storesFigure: true }) }];
    }),
  };
}

/** A live quote stands for its pair, a fixing for its pair and day. */
function identityOf(cadence: Source['cadence'], { base, quote, observedAt }: HeldFigure): string {
  const pair = pairKey(base, quote);
  return cadence === 'tick' ? pair : `${pair} ${observedAt.getTime()}`;
}

/** What a document of history changes: figures held for the first time, and those that its publisher went back on. */
export function loadQuarantineChanges(
  source: Source,
  document: SourceDocument,
  { heldRows }: Quarantine,
  { held, dropped }: { readonly held: readonly HeldFigure[]; readonly dropped: readonly HeldFigure[] },
): QuarantineChanges {
  const { ids } = heldBefore(source.cadence, heldRows);
  const idOf = (figure: HeldFigure) => ids.get(identityOf(source.cadence, figure));
  return {
    held: held
      .filter((figure) => idOf(figure) === undefined)
      .map((figure) => newRow(source, figure, document)),
    // Of a day that is held already the newest figure waits, counted as often as before.
    repeated: held.flatMap(({ rate, observedAt, ...figure }) => {
      const id = idOf({ rate, observedAt, ...figure });
      const row = heldRows.find((one) => one.id === id);
      if (row === undefined || row.rate === rate) return [];
      const { polls, repetitions } = row;
      return [{ id: row.id, rate, observedAtMs: observedAt.getTime(), polls, repetitions }];
    }),
    decided: dropped.flatMap((figure) => {
      const id = idOf(figure);
      return id === undefined ? [] : [{ id, state: 'rejected' as const }];
    }),
  };
}

function newRow(
  source: Source,
  { base, quote, rate, observedAt, rule, polls, repetitions }: HeldFigure,
  document: SourceDocument,
): QuarantineChanges['held'][number] {
  return {
    kind: source.cadence,
    base,
    quote,
    rate,
    observedAtMs: observedAt.getTime(),
    rule,
    polls,
    repetitions,
    document: documentRow(source.id, document),
  };
}
