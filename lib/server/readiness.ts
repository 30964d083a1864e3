import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { ApiError } from '#lib/contract/errors';
import type { StatusReport } from '#lib/contract/responses';
import type { Refusals } from './refuse-request.ts';
import { isReading, severalHosts } from './request-target.ts';

/** What a process knows of itself. */
export interface ReadinessFacts {
  /** Whether the process was told to end and takes no more work. */
  readonly isDraining: boolean;
  readonly keys: Pick<KeyTable, 'isUnsure'>;
  /** Why the database is not operational; null when it is. */
  readonly databaseCause: () => string | null;
  /** How the service's own parts are doing. */
  readonly status: () => Pick<StatusReport, 'services'>;
}

/** An answer of /readyz: a status and one line, which names what is wrong. */
export interface Readiness {
  readonly status: 200 | 503;
  readonly line: string;
}

/** What is said of a part that is out, where the database is not the cause. */
const OUT: Readonly<Record<string, string>> = {
  ingest: 'no publisher is being polled',
  pages: 'pages cannot be rendered',
};

/**
 * Whether a load balancer should send requests here. A fault of the database alone, or of another part, is named and no reason not to:
 * reads go on from memory, until keys can no longer be checked.
 */
export function readinessOf({ isDraining, keys, databaseCause, status }: ReadinessFacts): Readiness {
  if (isDraining) return { status: 503, line: 'not ready: the service is stopping' };
  const cause = databaseCause();
  if (keys.isUnsure()) {
    const why = 'keys cannot be checked, because the database was last read too long ago';
    return { status: 503, line: `not ready: ${cause === null ? why : `${why}. ${cause}`}` };
  }
  if (cause !== null) return { status: 200, line: `ok, but the database is not: ${cause}` };
  const out = status().services.flatMap((part) =>
    part.status === 'outage' ? (OUT[part.service] ?? []) : [],
  );
  return { status: 200, line: out.length === 0 ? 'ok' : `ok, but ${out.join(', and ')}` };
}

type ProbePath = '/healthz' | '/readyz';

/** Whether a path is one that load balancers and supervisors ask. */
export function isProbe(path: string | null): path is ProbePath {
  return path === '/healthz' || path === '/readyz';
}

/** Answers /healthz by being there, and /readyz by what `readiness` says then. */
export function answerProbe(
  asked: { readonly path: ProbePath; readonly request: IncomingMessage; readonly response: ServerResponse },
  readiness: () => Readiness,
  sendError: Refusals['sendError'],
): void {
  const { path, request, response } = asked;
  const unclear = severalHosts(request) ?? (isReading(request) ? null : ONLY_READ);
  if (unclear) return sendError(request, response, { error: unclear, isEncrypted: false });
  const { status, line } = path === '/healthz' ? LIVES : readiness();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${line}\n`);
}

const LIVES: Readiness = { status: 200, line: 'ok' };

const ONLY_READ: ApiError = {
  code: 'method_not_allowed',
  message: 'This address is read-only: use GET or HEAD.',
  headers: { Allow: 'GET, HEAD' },
};
