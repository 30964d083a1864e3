import type { CheckKind, CheckReason } from './check-kind.ts';
import type { HealthState } from './health-machine.ts';
import type { AgeState } from '#lib/domain/calendars/staleness';

/** What the words about a source's state are made of besides the state. */
export interface HealthCircumstances {
  readonly age: AgeState | 'none';
  readonly isQuarantineLong: boolean;
  /** Why the newest check was no pass; null when it passed or is unknown. */
  readonly newestReason: CheckReason | null;
}

/**
 * Why a source is not operational, as one sentence for people that names no internal; null while it is. The gravest
 * cause alone: no servable figure, failing checks, the hold, lateness, quarantine, and at last that it is recovering.
 */
export function reasonOf(state: HealthState, circumstances: HealthCircumstances): string | null {
  if (state.status === 'operational') return null;
  const { age, isQuarantineLong, newestReason } = circumstances;
  if (state.run === null) return 'It has not been checked yet.';
  // The checks before it may have failed for another reason.
  const of = state.run.count === 1 ? '' : '; the last one';
  const because = newestReason === null ? '' : `${of}: ${REASON_WORDS[newestReason]}`;
  const failure = state.run.kind === 'hard' ? `${newestChecks(state.run.count)} failed${because}.` : null;
  if (age === 'none') return failure ?? 'It has published nothing that could be stored.';
  if (age === 'expired') return failure ?? 'Its newest figure is too old to be served.';
  if (age === 'stale') return failure ?? 'Its newest figure is stale.';
  if (failure !== null) return failure;
  if (state.heldSinceMs !== null) return 'It changed too often and has not yet been well for ten minutes.';
  if (age === 'late') return 'Its newest figure is late.';
  if (isQuarantineLong) return 'A figure has been held for more than three checks.';
  if (state.run.kind === 'soft') return `${newestChecks(state.run.count)} fell short${because}.`;
  return `It is recovering: ${newestChecks(state.run.count).toLowerCase()} passed.`;
}

/** What a single check complained of, while its source is operational; null for a pass. */
export function complaintOf(kind: CheckKind, reason: CheckReason | null): string | null {
  if (kind === 'pass') return null;
  const because = reason === null ? '' : `: ${REASON_WORDS[reason]}`;
  return `The newest check ${kind === 'hard' ? 'failed' : 'fell short'}${because}.`;
}

function newestChecks(count: number): string {
  return count === 1 ? 'The newest check' : `The newest ${count} checks`;
}

/** What a check's reason means, as the end of a sentence: `no answer in time`; null for a reason that this version does not know. */
export function reasonWords(reason: string | null): string | null {
  return isCheckReason(reason) ? REASON_WORDS[reason] : null;
}

/** Whether a stored reason is one that this version knows. */
export function isCheckReason(text: string | null): text is CheckReason {
  return text !== null && Object.hasOwn(REASON_WORDS, text);
}

const REASON_WORDS: Readonly<Record<CheckReason, string>> = {
  timeout: 'no answer in time',
  dns: 'its host was not found',
  connect: 'its host did not accept a connection',
  tls: 'its host could not prove who it is',
  network: 'the connection broke',
  redirect_refused: 'it redirected to an address that is not allowed',
  address_refused: 'its address is not allowed',
  too_big: 'the answer was too large',
  content_type: 'the answer was of another kind than expected',
  damaged_body: 'the answer was damaged',
  aborted: 'the check was ended',
  layout: 'the answer could not be read',
  misdated: 'its dates could not be right',
  defect: 'a defect of this service',
  http_status: 'its host answered with an error',
  rate_limited: 'its host asked us to slow down',
  inverted_quote: 'a figure was upside down',
  few_pairs: 'too few figures were good',
  quarantined: 'a figure was held for review',
  revised_past: 'its document would change too much of the past',
  disagrees: 'the other sources said otherwise',
  slow: 'the answer was slow',
};
