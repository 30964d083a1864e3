import type { ApiError } from '#lib/contract/errors';
import { fail, ok, type Result } from '#lib/domain/result';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import { notEnabled } from '#lib/api/rates/rate-errors';

/** A snapshot as somebody sees it who may read some sources only. */
export interface SnapshotView {
  readonly snapshot: RateSnapshot;
  /** What tells answers of this view from those of others; empty where every enabled source is seen. */
  readonly name: string;
}

/** Views by snapshot and list of sources, each made once. */
export interface SnapshotViews {
  readonly viewOf: (snapshot: RateSnapshot, allowed: ReadonlySet<string> | null) => SnapshotView;
}

/** Views of the newest snapshot that was asked for; those of former ones are let go. */
export function createSnapshotViews(): SnapshotViews {
  let held: RateSnapshot | null = null;
  let full: SnapshotView | null = null;
  let views = new WeakMap<ReadonlySet<string>, SnapshotView>();
  return {
    viewOf: (snapshot, allowed) => {
      if (snapshot !== held || full === null) {
        held = snapshot;
        full = { snapshot, name: '' };
        views = new WeakMap();
      }
      if (allowed === null) return full;
      const view = views.get(allowed) ?? restrict(full, allowed);
      views.set(allowed, view);
      return view;
    },
  };
}

/** A view with all of the enabled sources is the full one, so that both share their answers. */
function restrict(full: SnapshotView, allowed: ReadonlySet<string>): SnapshotView {
  const sources = full.snapshot.sources.filter(({ id }) => allowed.has(id));
  if (sources.length === full.snapshot.sources.length) return full;
  return { snapshot: { ...full.snapshot, sources }, name: `${sources.map(({ id }) => id).join(',')} ` };
}

/** The refusal of a query that asks for a source which is enabled here but which its key may not read; null when it may. */
export function deniedSource(query: object, full: RateSnapshot, seen: RateSnapshot): ApiError | null {
  if (seen === full || !('source' in query)) return null;
  const asked = strictSourceOf(query.source);
  const isIn = ({ sources }: RateSnapshot) => sources.some(({ id }) => id === asked);
  if (asked === null || !isIn(full) || isIn(seen)) return null;
  return notEnabled(asked, 'for this key', seen);
}

/** The source of a parsed choice that names one. */
function strictSourceOf(choice: unknown): string | null {
  if (typeof choice !== 'object' || choice === null || !('source' in choice)) return null;
  return typeof choice.source === 'string' ? choice.source : null;
}

/** Reads a comma list of source identifiers; gives the first that is none as the error. */
export function readSourceList(list: string): Result<ReadonlySet<string>, string> {
  const ids = list.split(',').map((id) => id.trim());
  const wrong = ids.find((id) => !isSourceId(id));
  return wrong === undefined ? ok(new Set(ids)) : fail(wrong);
}

/** Every identifier, for a sentence that says what a list may hold. */
export const SOURCE_ID_LIST = SOURCE_IDS.join(', ');
