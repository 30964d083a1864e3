import { pairKey } from '#lib/domain/rates/pair';
import type { HeldFigure } from '#lib/domain/validation/quarantine';
import type { Source, SourceDocument } from '#lib/sources/source';
import type { FixingDocument } from '#lib/store/rates/documents';
import type { QuarantineChanges, QuarantinedFigure } from '#lib/store/validation/quarantine';
import type { QuarantineKind } from '#lib/store/engine/source-tables';

import { heldFigures, type Quarantine } from './held-figures.ts';
import type { JudgedFigures } from './judge-poll.ts';
import { documentRow } from './stored-rows.ts';

/** A source's quarantine before a poll, and the numbers under which the store holds it. */
export interface HeldBefore {
  readonly figures: readonly HeldFigure[];
  readonly ids: ReadonlyMap<string, number>;
}

/** A source's rows of the stored quarantine, and their numbers by what they stand for. */
export function heldBefore(rows: readonly QuarantinedFigure[]): HeldBefore {
  const figures = heldFigures(rows);
  const ids = rows.flatMap(({ id, kind }, index) => {
    const figure = figures[index];
    return figure === undefined ? [] : [[identityOf(kind, figure), id] as const];
  });
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
      return !document || idOf(figure) !== undefined
        ? []
        : [newRow(source.cadence, figure, documentRow(source.id, document))];
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

/** A live quote stands for its pair, a fixing or a closing price for its pair and day. */
function identityOf(kind: QuarantineKind, { base, quote, observedAt }: HeldFigure): string {
  const pair = pairKey(base, quote);
  return kind === 'tick' ? pair : `${pair} ${observedAt.getTime()}`;
}

/** What a document of history changes: figures held for the first time, and those that its publisher went back on. */
export function loadQuarantineChanges(
  source: Source,
  document: SourceDocument,
  { heldRows, heldBars }: Quarantine,
  { held, dropped }: { readonly held: readonly HeldFigure[]; readonly dropped: readonly HeldFigure[] },
): QuarantineChanges {
  const [kind, rows] =
    source.cadence === 'fixing' ? (['fixing', heldRows] as const) : (['bar', heldBars] as const);
  const { ids } = heldBefore(rows);
  const idOf = (figure: HeldFigure) => ids.get(identityOf(kind, figure));
  return {
    held: held
      .filter((figure) => idOf(figure) === undefined)
      .map((figure) => newRow(kind, figure, documentRow(source.id, document))),
    // Of a day that is held already the newest figure waits, counted as often as before.
    repeated: held.flatMap(({ rate, observedAt, ...figure }) => {
      const id = idOf({ rate, observedAt, ...figure });
      const row = rows.find((one) => one.id === id);
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
  kind: QuarantineKind,
  { base, quote, rate, observedAt, rule, polls, repetitions }: HeldFigure,
  document: FixingDocument,
): QuarantineChanges['held'][number] {
  return {
    kind,
    base,
    quote,
    rate,
    observedAtMs: observedAt.getTime(),
    rule,
    polls,
    repetitions,
    document,
  };
}
