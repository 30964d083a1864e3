import type { KindOf } from '#lib/domain/currencies/rate-kind';
import type { HealthState } from '#lib/domain/health/health-machine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HeldBefore } from '#lib/ingest/judge/held-figures';
import type { Clock } from '#lib/platform/clock';
import type { DocumentVersion, HttpClient } from '#lib/platform/http-client';
import type { Logger } from '#lib/platform/logger';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';
import type { RuleRefusals } from '#lib/store/validation/refusals';
import type { RecentFigures } from './recent-figures.ts';

/** What a poll works with. */
export interface PollContext {
  readonly store: Store;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** The newest figures of every source, for the validation to compare with. */
  readonly snapshot: () => RateSnapshot;
  /** The state of a source's health as it was last stored. */
  readonly health: (source: Source['id']) => HealthState;
  /** Tells pegs, majors and coins apart. */
  readonly kindOf: KindOf;
  /** Takes in what a poll committed, so that it is served at once. */
  readonly catchUp: () => Promise<void>;
  /** Uniform in [0, 1), for the jitter of intervals. */
  readonly random: () => number;
  /** A market's own figures of the last days, which its polls add to. */
  readonly recentOf: (source: Source['id']) => RecentFigures;
  /** Versions of a source's documents, by the count of commits of its rates. */
  readonly versionsOf: (source: Source['id'], ratesRevision: number) => DocumentVersions;
}

/** One poll of a source, from the arrival of its documents to the stored check. */
export interface Poll {
  readonly source: Source;
  /** When its documents came. */
  readonly now: Date;
  readonly latencyMs: number;
  /** What was held, and what an operator had decided, before the source was asked. */
  readonly before: HeldBefore;
  /** What was known of the source's documents before it was asked. */
  readonly versions: DocumentVersions;
}

/** What became of a poll. */
export interface PollOutcome {
  readonly kind: 'pass' | 'soft' | 'hard';
  /** Why it is no pass, as a word for machines and a sentence for the operator. */
  readonly reason: string | null;
  readonly sentence: string | null;
  readonly status: HealthState['status'];
  readonly imported: number;
  readonly revised: number;
  readonly rejected: number;
  /** What each rule of the validation refused: how many figures, and one of them. */
  readonly refusals: readonly RuleRefusals[];
  readonly held: number;
  /** The same by rule, with one of them each. */
  readonly holds: readonly RuleRefusals[];
  readonly latencyMs: number;
}

/** Versions, by address, of a source's documents whose figures are committed; a poll asks for newer ones and adds its own. */
export type DocumentVersions = Map<string, DocumentVersion>;

/**
 * What a process remembers of each source's documents, as long as the source has the figures that it had then: once they
 * change, in whichever process, as when an import is taken back, the publisher is asked for all of its document once more.
 * `ratesRevision` is the source's count of commits of rates (`rateSources`).
 */
export function rememberVersions(): (source: string, ratesRevision: number) => DocumentVersions {
  const bySource = new Map<string, { readonly ratesRevision: number; readonly versions: DocumentVersions }>();
  return (source, ratesRevision) => {
    const known = bySource.get(source);
    if (known?.ratesRevision === ratesRevision) return known.versions;
    const versions: DocumentVersions = new Map();
    bySource.set(source, { ratesRevision, versions });
    return versions;
  };
}
