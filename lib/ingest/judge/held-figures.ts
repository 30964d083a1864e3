import type { Observation } from '#lib/domain/rates/observation';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { asLiveRule } from '#lib/domain/validation/rules';
import type { Source, SourceDocument } from '#lib/sources/source';
import type { HeldFigureKind } from '#lib/store/engine/source-tables';
import { HELD_MAX, type HeldFigureFacts, type HeldFigureRow, subjectOf } from '#lib/store/validation/held';
import type { HeldChanges } from '#lib/store/validation/held-changes';
import type { Store } from '#lib/store/store';

import { documentRow } from './stored-rows.ts';

/** What was held before the figures came, and what an operator decided. */
export interface HeldBefore {
  /** Figures of the source: fixings or live quotes. */
  readonly held: readonly HeldFigure[];
  /** Closing prices of a market's days. */
  readonly heldBars: readonly HeldFigure[];
  /** Figures of the other sources. */
  readonly othersHeld: ReadonlyMap<string, readonly HeldFigure[]>;
  /** Addresses of which an operator rejected what their documents say of the past. */
  readonly rejectedUrls: ReadonlySet<string>;
  /** Figures of the source that were released, each as its pair and instant. */
  readonly released: ReadonlySet<string>;
  /** Documents of the source that were released as a whole, by the SHA-256 of their bytes in hex. */
  readonly releasedDocuments: ReadonlySet<string>;
}

/** Released figures of a source that are looked at, the newest first. */
const RELEASED_MAX = 2_000;

/** Reads what is held as the judgement of one source needs it. */
export async function readHeldBefore(
  store: Pick<Store, 'readHeldFigures' | 'readDecidedDocuments'>,
  { id }: Source,
): Promise<HeldBefore> {
  const newestFirst = await store.readHeldFigures({ state: 'held', limit: HELD_MAX });
  // By the first of a pair its limit is told, by the newest its level.
  const rows = newestFirst.toSorted((one, other) => one.observedAtMs - other.observedAtMs);
  const released = await store.readHeldFigures({ state: 'released', source: id, limit: RELEASED_MAX });
  const documents = await store.readDecidedDocuments(id);
  const [bars, newest] = [rows.filter(isBar), rows.filter((row) => !isBar(row))];
  // A day of a market says nothing of its present.
  const bySource = Map.groupBy(newest, (row) => row.source);
  return {
    held: (bySource.get(id) ?? []).map(heldFigureOf),
    heldBars: bars.filter(({ source }) => source === id).map(heldFigureOf),
    othersHeld: new Map([...bySource].map(([source, own]) => [source, own.map(heldFigureOf)])),
    rejectedUrls: new Set(documents.rejectedUrls),
    released: new Set(released.map((row) => instantKey(row.base, row.quote, row.observedAtMs))),
    releasedDocuments: new Set(documents.released),
  };
}

function isBar({ kind }: HeldFigureRow): boolean {
  return kind === 'bar';
}

/** A stored row as the validation knows it. */
function heldFigureOf(row: HeldFigureRow): HeldFigure {
  const { base, quote, rate, polls, repetitions } = row;
  return {
    base,
    quote,
    rate,
    polls,
    repetitions,
    observedAt: new Date(row.observedAtMs),
    firstSeenAt: new Date(row.firstSeenAtMs),
    rule: asLiveRule(row.rule),
  };
}

/** Names a figure of a pair by its instant. */
export function instantKey(base: string, quote: string, instantMs: number): string {
  return `${pairKey(base, quote)} ${instantMs}`;
}

/** A figure that is no longer held. */
export interface LeftHeld {
  readonly figure: HeldFigure;
  readonly as: 'released' | 'rejected';
  /** Whether it was released and no document of the poll states it. */
  readonly isUnstated: boolean;
}

/** What a judgement says of the figures of a source that are held. */
export interface HeldAfter {
  readonly kind: HeldFigureKind;
  readonly before: readonly HeldFigure[];
  /** All that is held afterwards: of `before`, the very same where nothing states it anew. */
  readonly held: readonly HeldFigure[];
  readonly left: readonly LeftHeld[];
  /** The document that stated a pair last; null where none did. */
  readonly originOf: (pair: Pair) => SourceDocument | null;
}

/** What a poll or a document of history changes: figures held for the first time, held again, and no longer held. */
export function figureChanges(
  source: Source,
  { kind, before, held, left, originOf }: HeldAfter,
): Pick<HeldChanges, 'added' | 'repeated' | 'decided'> {
  const subjectIn = (figure: Observation) => subjectOf(factsOf(kind, figure));
  const known = new Set(before.map(subjectIn));
  const stated = held.filter((figure) => !before.includes(figure));
  const [repeated, fresh] = [
    stated.filter((figure) => known.has(subjectIn(figure))),
    stated.filter((figure) => !known.has(subjectIn(figure))),
  ];
  return {
    added: fresh.flatMap((figure) => {
      const document = originOf(figure);
      return document ? [{ ...rowOf(kind, figure), document: documentRow(source.id, document) }] : [];
    }),
    repeated: repeated.map((figure) => rowOf(kind, figure)),
    decided: left.map(({ figure, as, isUnstated }) => ({
      subject: subjectIn(figure),
      state: as,
      ...(isUnstated && { storesFigure: true }),
    })),
  };
}

function rowOf(kind: HeldFigureKind, figure: HeldFigure): HeldFigureFacts {
  const { rate, rule, polls, repetitions } = figure;
  return { ...factsOf(kind, figure), rate, rule, polls, repetitions };
}

function factsOf(kind: HeldFigureKind, { base, quote, observedAt }: Observation) {
  return { kind, base, quote, observedAtMs: observedAt.getTime() };
}
