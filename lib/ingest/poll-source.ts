import { isoDayOf } from '#lib/domain/iso-day';
import type { Observation, Rejection } from '#lib/domain/observation';
import { fail, ok, type Result } from '#lib/domain/result';
import type { Clock } from '#lib/platform/clock';
import type { DocumentVersion, HttpClient } from '#lib/platform/http-client';
import type { Logger } from '#lib/platform/logger';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';
import { loadDocument } from './load-document.ts';

/** What a poll works with. */
export interface PollContext {
  readonly store: Store;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** Versions, by address, of the documents whose figures are committed; a poll asks for newer ones and adds its own. */
  readonly versions: Map<string, DocumentVersion>;
}

/** What a poll brought. */
export interface PollCounts {
  readonly imported: number;
  readonly revised: number;
  readonly rejected: number;
}

/** Why a poll brought nothing, as a sentence for the operator. */
export interface PollFailure {
  readonly sentence: string;
}

/** Asks a source once for what the store lacks, stores it, and keeps what the check said. Never throws: a defect is a failed check. */
export async function pollSource(
  source: Source,
  context: PollContext,
): Promise<Result<PollCounts, PollFailure>> {
  const startedMs = performance.now();
  let outcome: Result<PollCounts, PollFailure>;
  try {
    outcome = await fetchAndStore(source, context);
  } catch (error) {
    context.log.error({ source: source.id, err: error }, 'a poll ended in a defect');
    outcome = fail({ sentence: `${source.id} could not be polled because of a defect; the log has it.` });
  }
  const checkedAtMs = context.clock.service().getTime();
  await context.store.write.saveSourceState({
    source: source.id,
    latency_ms: Math.round(performance.now() - startedMs),
    last_checked_at: checkedAtMs,
    last_passed_at: outcome.ok ? checkedAtMs : null,
    reason: outcome.ok ? null : outcome.error.sentence,
  });
  return outcome;
}

async function fetchAndStore(source: Source, context: PollContext): Promise<Result<PollCounts, PollFailure>> {
  const { store, http, clock } = context;
  const { publications } = await store.readNewestPublications(source.id, 1);
  const [newest] = publications;
  const fetched = await source.fetch(http, {
    newestStoredOn: newest ? isoDayOf(new Date(newest.observedAtMs)) : null,
    today: isoDayOf(clock.service()),
    storedVersions: context.versions,
  });
  if (!fetched.ok) return fetched;
  const total = { imported: 0, revised: 0, rejected: 0 };
  for (const document of fetched.value) {
    const judge = (accepted: readonly Observation[]) => tooFewPairs(source, document.url, accepted);
    const loaded = await loadDocument({ source, store, now: clock.service(), judge }, document);
    if (!loaded.ok) return loaded;
    logRejections(context.log, source, loaded.value.rejected);
    if (document.version) context.versions.set(document.url, document.version);
    total.imported += loaded.value.imported;
    total.revised += loaded.value.revised;
    total.rejected += loaded.value.rejected.length;
  }
  return ok(total);
}

/** A publication with less than half of its pairs is a broken document, never a thin day. */
function tooFewPairs(source: Source, url: string, accepted: readonly Observation[]): string | null {
  const newestMs = accepted.reduce((newest, { observedAt }) => Math.max(newest, observedAt.getTime()), 0);
  const pairs = accepted.filter(({ observedAt }) => observedAt.getTime() === newestMs).length;
  if (pairs >= source.expectedPairs / 2) return null;
  return `${source.id}: the newest day of ${url} has ${pairs} good figures where about ${source.expectedPairs} are expected, so none was taken.`;
}

/** Examples in one log line; a publisher's bad file may hold thousands of rows. */
const LOGGED_EXAMPLES = 5;

function logRejections(log: Logger, source: Source, rejected: readonly Rejection[]): void {
  if (rejected.length === 0) return;
  log.warn(
    { source: source.id, count: rejected.length, examples: rejected.slice(0, LOGGED_EXAMPLES) },
    'figures were refused at the door',
  );
}
