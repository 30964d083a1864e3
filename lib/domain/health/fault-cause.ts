import type { CheckReason } from './check-kind.ts';
import type { HealthState } from './health-machine.ts';
import { type HealthCircumstances, isCheckReason } from './health-reason.ts';

/**
 * What kept a source from being operational, in one word for filters and titles: its host gave no answer; it answered with
 * an error; its answer could not be read; its figures were refused or held by the validation; they are late; there are none yet; it was slow; it changes
 * too often; it is on its way back; it was never checked.
 */
export const FAULT_CAUSES = [
  'unreachable',
  'failing',
  'unreadable',
  'refused',
  'late',
  'unpublished',
  'slow',
  'unsteady',
  'recovering',
  'unchecked',
] as const;

/** One of {@link FAULT_CAUSES}. */
export type FaultCause = (typeof FAULT_CAUSES)[number];

/** Whether a text names a cause. */
export function isFaultCause(text: string | null): text is FaultCause {
  return FAULT_CAUSES.some((cause) => cause === text);
}

/** Why a source is not operational; null while it is. The gravest cause alone, in the order of `reasonOf`. */
export function causeOf(state: HealthState, circumstances: HealthCircumstances): FaultCause | null {
  if (state.status === 'operational') return null;
  if (state.run === null) return 'unchecked';
  const { age, isQuarantineLong, newestReason } = circumstances;
  const failure = newestReason === null ? 'unreachable' : causeOfReason(newestReason);
  if (state.run.kind === 'hard') return failure;
  if (age === 'none') return 'unpublished';
  if (age === 'stale' || age === 'expired') return 'late';
  if (state.heldSinceMs !== null) return 'unsteady';
  if (age === 'late') return 'late';
  if (isQuarantineLong) return 'refused';
  return state.run.kind === 'soft' ? failure : 'recovering';
}

/** The cause that a check's reason is of. */
export function causeOfReason(reason: CheckReason): FaultCause {
  return CAUSES[reason];
}

/** The cause of a reason as the store keeps it; null for none and for one that this version does not know. */
export function causeOfText(reason: string | null): FaultCause | null {
  return isCheckReason(reason) ? CAUSES[reason] : null;
}

/** A change of state or of its cause, as it was kept. */
export interface CauseChange {
  readonly atMs: number;
  readonly cause: FaultCause | null;
}

/** How soon a cause that a source already had in its state counts again: one that alternates is not told at every check. */
const CAUSE_AGAIN_MS = 10 * 60_000;

/**
 * Whether a check in the same state has another cause than the one told last. `told` are the changes since the source has
 * its state, newest first. A cause that is new to that state counts at once, one that was told before ten minutes after the
 * last change at the earliest. A source on its way back has no cause of its own: its recovery is a change of state.
 */
export function isOtherCause(told: readonly CauseChange[], { atMs, cause }: CauseChange): boolean {
  const [last] = told;
  if (last === undefined || cause === null || cause === 'recovering' || cause === last.cause) return false;
  return told.every((one) => one.cause !== cause) || atMs - last.atMs >= CAUSE_AGAIN_MS;
}

const CAUSES: Readonly<Record<CheckReason, FaultCause>> = {
  timeout: 'unreachable',
  dns: 'unreachable',
  connect: 'unreachable',
  tls: 'unreachable',
  network: 'unreachable',
  redirect_refused: 'unreachable',
  address_refused: 'unreachable',
  aborted: 'unreachable',
  http_status: 'failing',
  rate_limited: 'failing',
  too_big: 'unreadable',
  content_type: 'unreadable',
  damaged_body: 'unreadable',
  layout: 'unreadable',
  defect: 'unreadable',
  misdated: 'refused',
  inverted_quote: 'refused',
  few_pairs: 'refused',
  quarantined: 'refused',
  revised_past: 'refused',
  disagrees: 'refused',
  slow: 'slow',
};
