/** What one poll after its retries says of its source: it did all, part, or nothing of what is expected. */
export type CheckKind = 'pass' | 'soft' | 'hard';

/** Why a poll brought no document, as the HTTP client, the parser or the service itself names it. */
export type PollFailureKind =
  | 'timeout'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'network'
  | 'redirect_refused'
  | 'address_refused'
  | 'too_big'
  | 'content_type'
  | 'damaged_body'
  | 'aborted'
  | 'layout'
  | 'misdated'
  | 'defect';

/** What is known of a poll when it has ended. */
export type PollFindings =
  | { readonly outcome: 'failed'; readonly failure: PollFailureKind }
  /** The host answered with another status than 200 and 304. */
  | { readonly outcome: 'refused'; readonly status: number }
  /** The host still has the document whose figures are stored: 304. */
  | { readonly outcome: 'unchanged'; readonly latencyMs: number; readonly timeoutMs: number }
  | {
      readonly outcome: 'answered';
      /** Pairs of the newest publication or poll that passed the validation, and how many there should be. */
      readonly acceptedPairs: number;
      readonly expectedPairs: number;
      /** Figures in quarantine, and pairs whose newest figure is there. */
      readonly quarantined: number;
      readonly heldPairs: number;
      /** Figures that are the inverse of what they should be. */
      readonly inverted: number;
      /** Figures that are served although the other sources say otherwise. */
      readonly flagged: number;
      readonly latencyMs: number;
      readonly timeoutMs: number;
    };

/** Why a check is no pass. */
export type CheckReason =
  | PollFailureKind
  | 'http_status'
  | 'rate_limited'
  | 'inverted_quote'
  | 'few_pairs'
  | 'quarantined'
  | 'revised_past'
  | 'disagrees'
  | 'slow';

/** A check's kind, and its reason unless it passed. */
export type CheckVerdict =
  | { readonly kind: 'pass'; readonly reason: null }
  | { readonly kind: 'soft' | 'hard'; readonly reason: CheckReason };

/** Part of the expected pairs from which a check may pass, and below which it is as good as none. */
const PASSING_PART = 0.9;
const BROKEN_PART = 0.5;
/** Part of the time-out up to which an answer is not slow. */
const PROMPT_PART = 0.5;
const TOO_MANY_REQUESTS = 429;
const PASS: CheckVerdict = { kind: 'pass', reason: null };

/**
 * Classifies a poll. Pass: 200 or 304, at least 90 % of the expected pairs, nothing quarantined, within half the
 * time-out. Soft: slower, 50 to 90 % of the pairs, something quarantined, something that the other sources contradict,
 * or status 429. Hard: everything else, an inverted figure among it, and fewer than half of the pairs, for which
 * `quarantined` is the reason where the validation holds the others. Of several reasons the gravest is named. A source of which
 * no pairs are expected cannot have too few.
 */
export function checkKindOf(findings: PollFindings): CheckVerdict {
  switch (findings.outcome) {
    case 'failed':
      return { kind: 'hard', reason: findings.failure };
    case 'refused':
      return findings.status === TOO_MANY_REQUESTS
        ? { kind: 'soft', reason: 'rate_limited' }
        : { kind: 'hard', reason: 'http_status' };
    case 'unchanged':
      return isPrompt(findings) ? PASS : { kind: 'soft', reason: 'slow' };
    case 'answered':
      return verdictOnFigures(findings);
    default:
      return findings satisfies never;
  }
}

function verdictOnFigures(findings: Extract<PollFindings, { outcome: 'answered' }>): CheckVerdict {
  const { acceptedPairs, expectedPairs, quarantined, heldPairs, inverted } = findings;
  if (inverted > 0) return { kind: 'hard', reason: 'inverted_quote' };
  if (isBroken(acceptedPairs, expectedPairs)) {
    const isBrokenAnyway = isBroken(acceptedPairs + heldPairs, expectedPairs);
    return { kind: 'hard', reason: isBrokenAnyway ? 'few_pairs' : 'quarantined' };
  }
  if (quarantined > 0) return { kind: 'soft', reason: 'quarantined' };
  if (acceptedPairs < expectedPairs * PASSING_PART) return { kind: 'soft', reason: 'few_pairs' };
  if (findings.flagged > 0) return { kind: 'soft', reason: 'disagrees' };
  return isPrompt(findings) ? PASS : { kind: 'soft', reason: 'slow' };
}

/** Whether so few of the expected pairs came that nothing of the poll can be believed. */
export function isBroken(pairs: number, expectedPairs: number): boolean {
  return pairs < expectedPairs * BROKEN_PART;
}

function isPrompt({
  latencyMs,
  timeoutMs,
}: {
  readonly latencyMs: number;
  readonly timeoutMs: number;
}): boolean {
  return latencyMs <= timeoutMs * PROMPT_PART;
}
