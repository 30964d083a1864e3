/** Why there is no answer now, though there may be one later. */
export type AskTrouble =
  /** Neither the service nor the service worker answered. */
  | { readonly kind: 'unreachable' }
  /** Asked too often; the service names the time to wait. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  /** This server gives pages no key. */
  | { readonly kind: 'refused' }
  /** The service failed; the name is for its operator. */
  | { readonly kind: 'fault'; readonly requestId: string | null };

/** A request that ended without an answer. An exception because TanStack Query then keeps the answer before. */
export class AskFailure extends Error {
  readonly trouble: AskTrouble;

  constructor(trouble: AskTrouble, options?: ErrorOptions) {
    super(`no answer: ${trouble.kind}`, options);
    this.name = 'AskFailure';
    this.trouble = trouble;
  }
}

/** The trouble behind whatever a query rejected with; an answer that could not be read counts as a fault. */
export function troubleOf(error: unknown): AskTrouble | null {
  if (error === null || error === undefined) return null;
  return error instanceof AskFailure ? error.trouble : { kind: 'fault', requestId: null };
}
