/** What one address may ask. Off where the operator limits nothing, but for wrong keys. */
export const ADDRESS_LIMITS = {
  /** Requests of all open pages together. */
  pagesAMinute: 300,
  pagesInTenSeconds: 60,
  /** GET /v1/status without a key. */
  statusAMinute: 60,
  wrongKeysAMinute: 10,
  /** Pages themselves, and the parts of them that browsers fetch ahead: some seven requests a page that is opened. */
  pageLoadsAMinute: 1200,
  pageLoadsAtOnce: 240,
} as const;

/**
 * An answer that is not in memory counts as one request for each so many published figures that it is made from: 5,000 points of
 * a cross of two legs count as 2, of all sources mixed as some 20.
 */
export const FIGURES_A_REQUEST = 5000;

/** A receipt is signed and stored for ever, and counts as so many requests; one that was given before counts as one. */
export const RECEIPT_REQUESTS = 20;

/** Receipts for readers without an account, who could fill the disk with them: of one address and of all together. */
export const ANONYMOUS_RECEIPTS_A_DAY = { address: 50, all: 2000 } as const;

/** Streams that may be open at once, of one key or of pages at one address, and of everybody; and the pairs of one. */
export const STREAM_LIMITS = { caller: 100, all: 2000, pairs: 20 } as const;

/** Answers of one caller that may wait to be made: more than a page or a careful program asks for at once. */
export const LONG_ANSWERS_WAITING = 16;

/** What an answer made from so many figures counts as. */
export function requestsFor(figures: number): number {
  return Math.max(1, Math.ceil(figures / FIGURES_A_REQUEST));
}

/** A fifth of a key's minute may come at once: 120 of 600. */
export function burstOf(perMinute: number): number {
  return Math.max(1, Math.round(perMinute / 5));
}
