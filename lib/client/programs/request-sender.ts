import { CrossrateError, errorOfResponse } from './crossrate-error.ts';

/** How a client reaches a service. */
export interface ClientOptions {
  /** The address of the service, such as `https://rates.example.org`; a `/v1` at its end is understood. */
  readonly server: string;
  /** An API key of an account; only `status` works without one. Never leaves the client but in the `X-API-Key` header. */
  readonly apiKey?: string | undefined;
  /** How many times a request is sent again after a temporary failure, 3 if omitted. */
  readonly retries?: number | undefined;
  /** How long one try may take, in milliseconds; 30,000 if omitted. */
  readonly timeoutMs?: number | undefined;
  /** The longest wait before a retry, in milliseconds; 60,000 if omitted. Where the service asks for more, the call fails at once. */
  readonly waitMsMax?: number | undefined;
  /** How many bytes of answers are kept to be asked for again by `ETag`, 4,000,000 if omitted; 0 keeps none. */
  readonly cacheBytesMax?: number | undefined;
  /** Sends requests, `globalThis.fetch` if omitted. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What may be given with a single call. */
export interface CallOptions {
  /** Gives the call up: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is given the headers of the answer, such as `X-Rate-Stale` or `X-Data-Version`. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined;
}

/** Chance and time; tests bring others. */
interface Surroundings {
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** Resolves after so many milliseconds; rejects with the signal's reason once that aborts. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const SURROUNDINGS: Surroundings = { random: Math.random, wait };

const RETRIES = 3;
const TIMEOUT_MS = 30_000;
const WAIT_MS_MAX = 60_000;
const CACHE_BYTES_MAX = 4_000_000;

/** The longest wait before the first retry where the service names none; it doubles each time, up to the last. */
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 30_000;

/** The client would send its key to whoever listens on the way. */
const KEY_IN_CLEAR =
  'server must be an https address: over plain http the API key could be read on the way. Only this machine (localhost) may be asked without https.';

/** Sends the requests of a client for paths of /v1. */
export type RequestSender = ReturnType<typeof createRequestSender>;

/** Makes a sender; throws a TypeError where the address of the service is of no use. */
export function createRequestSender(options: ClientOptions, surroundings = SURROUNDINGS) {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS, waitMsMax = WAIT_MS_MAX } = options;
  const origin = serverAddress(options);
  const kept = createKeptBodies(options.cacheBytesMax ?? CACHE_BYTES_MAX);
  const request = <T>(asked: Asked, read: ReadResponse<T>) =>
    sendOnce({ ...options, origin, timeoutMs }, asked, read);
  const pause = async (failure: unknown, failures: number, signal?: AbortSignal): Promise<void> => {
    if (!(failure instanceof CrossrateError) || !failure.isTemporary) throw failure;
    const { retryAfterMs } = failure;
    if (retryAfterMs !== null && retryAfterMs > waitMsMax) throw failure;
    const usualMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LAST_WAIT_MS, waitMsMax);
    // Never sooner than the service asks for, and not all clients at the same moment.
    const chance = surroundings.random();
    const waitMs = retryAfterMs === null ? usualMs * (0.5 + chance / 2) : retryAfterMs + usualMs * chance;
    await surroundings.wait(waitMs, signal);
  };
  return {
    /** The answer to a path, whole; rejects with {@link CrossrateError} where it is not 200. */
    answer: async (path: string, { signal, onHeaders }: CallOptions = {}): Promise<Response> => {
      const known = kept.find(path);
      const headers: Record<string, string> = known ? { 'If-None-Match': known.etag } : {};
      for (let failures = 0; ; failures += 1) {
        try {
          const response = await request({ path, signal, headers }, async (received) => {
            if (received.status === 304 && known) return confirmed(known, received);
            if (!received.ok) throw await errorOfResponse(received);
            const bytes = await received.arrayBuffer();
            const etag = received.headers.get('ETag');
            if (etag !== null) kept.keep(path, { etag, headers: received.headers, bytes });
            return new Response(bytes, { headers: received.headers });
          });
          onHeaders?.(response.headers);
          return response;
        } catch (failure) {
          signal?.throwIfAborted();
          if (failures >= retries) throw failure;
          await pause(failure, failures, signal);
        }
      }
    },
    /** The response to a path whose body goes on: the time limit is for its beginning. Tried once. */
    open: (path: string, lastEventId: string | null, signal: AbortSignal): Promise<Response> =>
      request(
        { path, signal, headers: lastEventId === null ? {} : { 'Last-Event-ID': lastEventId } },
        async (received) => {
          if (received.ok) return received;
          throw await errorOfResponse(received);
        },
      ),
    /** How many times a request is sent again. */
    retries,
    /** Waits as long as is right after so many failures in a row; rejects with the failure where no wait helps. */
    pause,
  };
}

interface Asked {
  readonly path: string;
  readonly signal: AbortSignal | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type ReadResponse<T> = (response: Response) => Promise<T>;

/** One try of a request, its body included where `read` takes that; every failure is a {@link CrossrateError}, unless the caller gave up. */
async function sendOnce<T>(
  to: Pick<ClientOptions, 'apiKey' | 'fetch'> & { readonly origin: string; readonly timeoutMs: number },
  { path, signal, headers }: Asked,
  read: ReadResponse<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), to.timeoutMs);
  try {
    const response = await (to.fetch ?? globalThis.fetch)(`${to.origin}${path}`, {
      headers: { ...(to.apiKey !== undefined && { 'X-API-Key': to.apiKey }), ...headers },
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      // A redirect could lead the key to another server.
      redirect: 'manual',
    });
    return await read(response);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CrossrateError) throw cause;
    throw limit.signal.aborted ? timedOut(to.timeoutMs) : unreachable(to.origin, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer that is unchanged, with its headers as they are now (RFC 9111, section 4.3.4). */
function confirmed(known: KeptBody, { headers: newer }: Response): Response {
  const headers = new Headers(known.headers);
  for (const [name, value] of newer) headers.set(name, value);
  return new Response(known.bytes, { headers });
}

/** Where /v1 begins; a key goes by https only, or does not leave this machine. */
function serverAddress({ server, apiKey }: ClientOptions): string {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError('server must be an address such as https://rates.example.org.');
  if (apiKey !== undefined && !keepsSecrets(url)) throw new TypeError(KEY_IN_CLEAR);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
}

/** Whether nobody on the way to an address can read or change what is sent: it is asked by https, or is on this machine. */
export function keepsSecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function timedOut(timeoutMs: number): CrossrateError {
  return new CrossrateError(`The server did not answer within ${timeoutMs / 1000} s.`, { code: 'timeout' });
}

function unreachable(origin: string, cause: unknown): CrossrateError {
  return new CrossrateError(
    `The server ${origin} could not be reached. Check its address and your connection.`,
    { code: 'unreachable' },
    { cause },
  );
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** An answer as it came, with the tag by which the service knows it again. */
interface KeptBody {
  readonly etag: string;
  readonly headers: Headers;
  readonly bytes: ArrayBuffer;
}

/** The newest answers of a client by path, in all at most `bytesMax` bytes: those that were used least recently go first. */
function createKeptBodies(bytesMax: number) {
  const kept = new Map<string, KeptBody>();
  let bytes = 0;
  const forget = (path: string): KeptBody | undefined => {
    const found = kept.get(path);
    if (found === undefined) return undefined;
    kept.delete(path);
    bytes -= sizeOf(path, found);
    return found;
  };
  const keep = (path: string, body: KeptBody): void => {
    forget(path);
    const size = sizeOf(path, body);
    if (size > bytesMax) return;
    kept.set(path, body);
    bytes += size;
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) return;
      forget(oldest);
    }
  };
  return {
    keep,
    /** The answer of a path, which counts as used now. */
    find: (path: string): KeptBody | undefined => {
      const found = forget(path);
      if (found !== undefined) keep(path, found);
      return found;
    },
  };
}

/** What an entry has beside its body: headers and the objects that hold it. */
const ENTRY_BYTES = 1000;

function sizeOf(path: string, { bytes }: KeptBody): number {
  return bytes.byteLength + path.length + ENTRY_BYTES;
}
