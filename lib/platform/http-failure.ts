/** Why a document could not be fetched. The sentence is for the operator: it names the host, never a path, query or key. */
export type HttpFailure =
  | {
      readonly kind: 'timeout';
      readonly phase: TimeoutPhase;
      readonly limitMs: number;
      readonly sentence: string;
    }
  /** The host's name could not be resolved. */
  | { readonly kind: 'dns'; readonly sentence: string }
  /** No address of the host accepted a connection. */
  | { readonly kind: 'connect'; readonly sentence: string }
  /** The host could not prove who it is, or does not speak TLS. */
  | { readonly kind: 'tls'; readonly sentence: string }
  /** The connection broke after it was made. */
  | { readonly kind: 'network'; readonly sentence: string }
  /** Any status that is neither 200 nor a redirect; `retryAfterMs` is what the host asks for, null when it does not. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly sentence: string;
    }
  /** Too many redirects, or one to an address that this call may not use. */
  | { readonly kind: 'redirect_refused'; readonly sentence: string }
  /** Not https, not in the call's list of hosts, or a private network's address. */
  | { readonly kind: 'address_refused'; readonly sentence: string }
  | { readonly kind: 'too_big'; readonly bytesMax: number; readonly sentence: string }
  | { readonly kind: 'content_type'; readonly contentType: string; readonly sentence: string }
  /** The body's compression is unknown, or the compressed body is cut or damaged. */
  | { readonly kind: 'damaged_body'; readonly sentence: string }
  /** The caller's signal ended the call. */
  | { readonly kind: 'aborted'; readonly sentence: string };

/** Which limit ran out: making the connection, waiting for the answer's first byte, or the whole try. */
export type TimeoutPhase = 'connect' | 'first_byte' | 'total';

/** A success or a described failure; the same shape as lib/domain's Result, which this room may not import. */
export type HttpResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: HttpFailure };

/** A failed call. */
export function httpFailure(error: HttpFailure): { readonly ok: false; readonly error: HttpFailure } {
  return { ok: false, error };
}

/** Whether another try may help: the network, 5xx and 429 change by themselves; a refusal, a certificate or a 404 do not. */
export function isWorthRetrying(failure: HttpFailure): boolean {
  switch (failure.kind) {
    case 'timeout':
    case 'dns':
    case 'connect':
    case 'network':
    case 'damaged_body':
      return true;
    case 'status':
      return failure.status === 429 || failure.status >= 500;
    case 'tls':
    case 'redirect_refused':
    case 'address_refused':
    case 'too_big':
    case 'content_type':
    case 'aborted':
      return false;
    default:
      return failure satisfies never;
  }
}
