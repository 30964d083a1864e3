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

/** How long to wait when a 429 does not say. */
const LIMITED_DEFAULT_SECONDS = 10;

/** What a response tells that is no answer to the question: asked too often, a fault of the service, or no key for this page. */
export function failureOf({ status, headers }: Response): AskFailure {
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After') ?? LIMITED_DEFAULT_SECONDS);
    return new AskFailure({ kind: 'limited', retryAfterMs: seconds * 1000 });
  }
  if (status >= 500) return new AskFailure({ kind: 'fault', requestId: headers.get('X-Request-Id') });
  return new AskFailure({ kind: 'refused' });
}

/** The trouble behind whatever a query rejected with; an answer that could not be read counts as a fault. */
export function troubleOf(error: unknown): AskTrouble | null {
  if (error === null || error === undefined) return null;
  return error instanceof AskFailure ? error.trouble : { kind: 'fault', requestId: null };
}
