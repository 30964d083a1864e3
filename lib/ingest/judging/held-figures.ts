import type { LiveRule } from '#lib/domain/validation/live-rules';
import { pairKey } from '#lib/domain/rates/pair';
import type { HeldFigure } from '#lib/domain/validation/quarantine';
import type { Source } from '#lib/sources/source';
import type { QuarantinedFigure } from '#lib/store/validation/quarantine';
import type { Store } from '#lib/store/store';

/** What was held back before the figures came. */
export interface Quarantine {
  /** The rows of the source that are held now: fixings or live quotes. */
  readonly heldRows: readonly QuarantinedFigure[];
  /** The rows of a market's days that are held. */
  readonly heldBars: readonly QuarantinedFigure[];
  readonly held: readonly HeldFigure[];
  readonly othersHeld: ReadonlyMap<string, readonly HeldFigure[]>;
  /** Addresses of which an operator rejected what their documents say of the past. */
  readonly rejectedUrls: ReadonlySet<string>;
  /** Figures of the source that were released, each as its pair and instant. */
  readonly released: ReadonlySet<string>;
  /** Documents of the source that were released as a whole, by the SHA-256 of their bytes in hex. */
  readonly releasedDocuments: ReadonlySet<string>;
}

/** Held figures that are looked at; more than all sources publish. */
const HELD_MAX = 20_000;

/** Released figures of a source that are looked at, the newest first. */
const RELEASED_MAX = 2_000;

/** Reads the quarantine as the judgement of one source needs it. */
export async function readQuarantineFor(
  store: Pick<Store, 'readQuarantine' | 'readRejectedUrls' | 'readReleasedDocuments'>,
  { id }: Source,
): Promise<Quarantine> {
  const rows = await store.readQuarantine({ state: 'held', limit: HELD_MAX });
  const released = await store.readQuarantine({ state: 'released', source: id, limit: RELEASED_MAX });
  // A day of a market says nothing of its present.
  const bySource = Map.groupBy(
    rows.filter(({ kind }) => kind !== 'bar'),
    (row) => row.source,
  );
  const heldRows = bySource.get(id) ?? [];
  return {
    heldRows,
    heldBars: rows.filter(({ kind, source }) => kind === 'bar' && source === id),
    held: heldFigures(heldRows),
    othersHeld: new Map([...bySource].map(([source, own]) => [source, heldFigures(own)])),
    rejectedUrls: new Set(await store.readRejectedUrls(id)),
    released: new Set(released.map((row) => instantKey(row.base, row.quote, row.observedAtMs))),
    releasedDocuments: new Set(await store.readReleasedDocuments(id)),
  };
}

/** Reads stored rows as the validation knows them. */
export function heldFigures(rows: readonly QuarantinedFigure[]): readonly HeldFigure[] {
  return rows.map(
    ({ base, quote, rate, observedAtMs, rule, firstSeenAtMs, polls, repetitions }): HeldFigure => ({
      base,
      quote,
      rate,
      observedAt: new Date(observedAtMs),
      rule: asLiveRule(rule),
      firstSeenAt: new Date(firstSeenAtMs),
      polls,
      repetitions,
    }),
  );
}

/** Names a figure of a pair by its instant. */
export function instantKey(base: string, quote: string, instantMs: number): string {
  return `${pairKey(base, quote)} ${instantMs}`;
}

/** Holds because only rules of the validation are ever written; an unknown one is of another version, and held like a jump. */
function asLiveRule(text: string): LiveRule {
  const rules: readonly LiveRule[] = ['jump', 'unit_scale', 'inverted_quote', 'disagrees', 'large_move'];
  return rules.find((rule) => rule === text) ?? 'jump';
}
