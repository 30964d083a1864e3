/** The bounds of a call to an upstream; times in ms. */
export interface HttpLimits {
  /** Until the connection is made, name look-up and TLS included, a hop. */
  readonly connectMs: number;
  /** Until the answer's headers are there, a hop. */
  readonly firstByteMs: number;
  /** A try, redirects and body included. */
  readonly totalMs: number;
  /** The same for a long history. */
  readonly bulkTotalMs: number;
  readonly wireBytesMax: number;
  readonly unpackedBytesMax: number;
  readonly redirectsMax: number;
  readonly tries: number;
  /** The wait before the n-th further try is random between 0 and this times 2^(n-1): full jitter. */
  readonly backoffMs: number;
  /** A host that asks for a longer wait gets no further try. */
  readonly retryAfterMaxMs: number;
}

/** The rules of upstream calls; the full ECB history is 0.6 MB on the wire and 8 MB as XML. */
export const UPSTREAM_LIMITS: HttpLimits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  totalMs: 15_000,
  bulkTotalMs: 60_000,
  wireBytesMax: 8 * 2 ** 20,
  unpackedBytesMax: 32 * 2 ** 20,
  redirectsMax: 3,
  tries: 3,
  backoffMs: 1_000,
  retryAfterMaxMs: 300_000,
};
