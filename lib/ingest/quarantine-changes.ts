import { pairKey } from '#lib/domain/pair';
import type { HeldFigure } from '#lib/domain/quarantine';
import type { Source } from '#lib/sources/source';
import type { QuarantineChanges, QuarantinedFigure } from '#lib/store/quarantine';

import { heldFigures } from './held-figures.ts';
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
      const { base, quote, rate, observedAt, rule, polls, repetitions } = figure;
      const document = judged.originOf(figure);
      if (!document || idOf(figure) !== undefined) return [];
      return [
        {
          kind: source.cadence,
          base,
          quote,
          rate,
          observedAtMs: observedAt.getTime(),
          rule,
          polls,
          repetitions,
          document: documentRow(source.id, document),
        },
      ];
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
