import type { Kysely } from 'kysely';
import type { FixingDocument } from '#lib/store/rates/documents';
import type { Schema } from '#lib/store/engine/schema';
import type { QuarantineKind, QuarantineState } from '#lib/store/engine/source-tables';
import type { SeriesPair } from '#lib/store/rates/series';

/** A figure that the validation holds back for the first time. */
export interface NewHeldFigure extends SeriesPair {
  readonly kind: QuarantineKind;
  /** One unit of base in quote, as published. */
  readonly rate: number;
  readonly observedAtMs: number;
  readonly rule: string;
  /** Polls that left it in quarantine. */
  readonly polls: number;
  /** Polls without a break that stated it again. */
  readonly repetitions: number;
  /** What brought it. */
  readonly document: FixingDocument;
}

/** A figure that stays in quarantine after another poll, by the number under which it is held. */
export interface RepeatedFigure extends Pick<
  NewHeldFigure,
  'rate' | 'observedAtMs' | 'polls' | 'repetitions'
> {
  readonly id: number;
}

/** What a rule decided about a held figure. */
export interface RuleDecision {
  readonly id: number;
  readonly state: 'released' | 'rejected';
  /** Stores a released figure as it is held, because the accepted figures of the same poll are without it. */
  readonly storesFigure?: boolean;
}

/** What one poll changes in the quarantine of its source. */
export interface QuarantineChanges {
  readonly held: readonly NewHeldFigure[];
  readonly repeated: readonly RepeatedFigure[];
  readonly decided: readonly RuleDecision[];
}

/** The changes of a poll that found nothing to hold. */
export const NO_QUARANTINE_CHANGES: QuarantineChanges = { held: [], repeated: [], decided: [] };

/** A figure that was held back, and what became of it. */
export interface QuarantinedFigure extends Omit<NewHeldFigure, 'document'> {
  readonly id: number;
  readonly source: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly state: QuarantineState;
  readonly decidedAtMs: number | null;
  readonly decidedBy: 'rule' | 'operator' | null;
  /** The document that first brought it. */
  readonly bodyId: number | null;
}

/** Figures of one source that are held at one time; more than any source publishes. */
const HELD_LIMIT = 20_000;

const QUARANTINE_COLUMNS = [
  'id',
  'source',
  'kind',
  'base',
  'quote',
  'rate',
  'observed_at as observedAtMs',
  'rule',
  'first_seen_at as firstSeenAtMs',
  'last_seen_at as lastSeenAtMs',
  'polls',
  'repetitions',
  'state',
  'decided_at as decidedAtMs',
  'decided_by as decidedBy',
  'body_id as bodyId',
] as const;

/** Which quarantined figures to read: of one state or all, of one source or all. */
export interface QuarantineQuery {
  readonly state?: QuarantineState;
  readonly source?: string;
  readonly limit: number;
}

/** Reads figures that were held back, the newest first. */
export async function readQuarantine(
  db: Kysely<Schema>,
  { state, source, limit }: QuarantineQuery,
): Promise<readonly QuarantinedFigure[]> {
  // quarantine_by_state, quarantine_of_source or the key, backwards.
  return db
    .selectFrom('quarantine')
    .select(QUARANTINE_COLUMNS)
    .$if(state !== undefined, (figures) => figures.where('state', '=', state ?? 'held'))
    .$if(source !== undefined, (figures) => figures.where('source', '=', source ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Every figure of a source that is held now. */
export function readHeld(db: Kysely<Schema>, source: string): Promise<readonly QuarantinedFigure[]> {
  return readQuarantine(db, { state: 'held', source, limit: HELD_LIMIT });
}

/** One figure that was held back; null when there is none of the number. */
export async function findQuarantined(db: Kysely<Schema>, id: number): Promise<QuarantinedFigure | null> {
  const row = await db
    .selectFrom('quarantine')
    .select(QUARANTINE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
