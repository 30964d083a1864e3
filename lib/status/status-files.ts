import { type ApiError, INCIDENTS_AWAY, INTERNAL_ERROR } from '#lib/contract/errors';
import type { BoardReport } from '#lib/contract/status-page';
import { isSourceId } from '#lib/domain/source-id';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';
import { admit, admitBoard } from '#lib/api/limits/admission';
import type { ApiService } from '#lib/api/api-service';
import { type Caller, callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { type IncidentStore, readFeedIncidents, readFeedNotes } from './incident-history.ts';
import { readSoon } from '#lib/api/health/read-soon';
import { createRequestIds } from '#lib/api/http/request-id';
import {
  type Addressing,
  ALLOWED_METHODS,
  respondToPreflight,
  respondWithError,
} from '#lib/api/http/respond';
import { type Badge, badgeSvg } from './status-badge.ts';
import { sendStatusFile, type StatusFile } from './status-file.ts';

/** What the files of the status page stand on. */
export interface StatusFileService extends ApiService {
  readonly store: IncidentStore & Pick<Store, 'fault' | 'look'>;
  readonly statusBoard: () => Promise<BoardReport>;
  readonly environment: { readonly publicUrl: URL | null; readonly isSimulated: boolean };
}

/** Answers every address below /status that is no page; the second argument is the caller, as our own listener passes it. */
export type AnswerStatusFile = (request: Request, context?: unknown) => Promise<Response>;

const BADGES = '/status/badge/';

/** Whether an address below /status is a file and no page. */
export function isStatusFile(path: string): boolean {
  return Object.hasOwn(FILES, path) || path === BADGE || path.startsWith(BADGES);
}

const requestIdOf = createRequestIds();

const METHOD_NOT_ALLOWED: ApiError = {
  code: 'method_not_allowed',
  message: 'This file is read-only: use GET, HEAD or OPTIONS.',
  headers: { Allow: ALLOWED_METHODS },
};

const NO_SUCH_BADGE: ApiError = {
  code: 'not_found',
  message:
    'There is no such badge. They are /status/badge.svg and one a source, such as /status/badge/ecb.svg.',
};

/** The feed and the badges: public, counted like GET /v1/status. The page's own report is counted like its pages. */
export function createStatusFiles(service: StatusFileService, startedAt: Date): AnswerStatusFile {
  return async (request, context) => {
    const { method, headers } = request;
    const caller = callerOf(context);
    const addressing: Addressing = {
      requestId: requestIdOf(),
      withBody: method !== 'HEAD',
      isEncrypted: isEncryptedFor(caller),
      limit: null,
    };
    if (method === 'OPTIONS') return respondToPreflight(addressing);
    if (method !== 'GET' && method !== 'HEAD') return respondWithError(METHOD_NOT_ALLOWED, addressing);
    const url = new URL(request.url);
    const { error, limit } =
      url.pathname === BOARD
        ? admitBoard(service, headers, caller)
        : admit(service, 'public', headers, caller);
    if (error) return respondWithError(error, { ...addressing, limit });
    try {
      const file = await fileAt(url.pathname, {
        service,
        origin: originOf(service, url, headers, caller),
        startedAt,
      });
      if (file === null) return respondWithError(NO_SUCH_BADGE, { ...addressing, limit });
      return await sendStatusFile(file, {
        ...addressing,
        limit,
        acceptEncoding: service.encodesBodies ? headers.get('accept-encoding') : null,
        ifNoneMatch: headers.get('if-none-match'),
      });
    } catch (defect) {
      if (defect instanceof DatabaseUnavailable) {
        return respondWithError(INCIDENTS_AWAY, { ...addressing, limit });
      }
      service.log.error({ requestId: addressing.requestId, err: defect }, 'a status file could not be made');
      return respondWithError(INTERNAL_ERROR, { ...addressing, limit });
    }
  };
}

const BADGE = '/status/badge.svg';
const BOARD = '/status/board.json';

/** What a file is made with. */
interface Making {
  readonly service: StatusFileService;
  readonly origin: string;
  readonly startedAt: Date;
}

/** The page's own report is asked for each time; the others may be repeated for a while. */
const FILES: Readonly<Record<string, (making: Making) => Promise<StatusFile>>> = {
  '/status/feed.atom': async ({ service, origin, startedAt }) => {
    const { store, statusBoard, clock } = service;
    const sources = service.status().sources.map(({ source }) => source);
    const [incidents, notes] = await readSoon(store, () =>
      Promise.all([readFeedIncidents(store, sources), readFeedNotes(store, clock.service())]),
    );
    const board = await statusBoard();
    // Few ask for it, and what writes XML is not needed for the first answers.
    const { atomFeed } = await import('./status-feed.ts');
    return {
      type: 'application/atom+xml; charset=utf-8',
      maxAgeSeconds: 60,
      body: atomFeed({
        incidents,
        notes,
        sources: board.sources,
        origin,
        startedAt,
        isSimulated: service.environment.isSimulated,
      }),
    };
  },
  [BOARD]: async ({ service }) => ({
    type: 'application/json',
    maxAgeSeconds: 0,
    body: JSON.stringify(await service.statusBoard()),
  }),
};

async function fileAt(path: string, making: Making): Promise<StatusFile | null> {
  const { service } = making;
  if (path === BADGE) return badgeFile(overallBadge(service));
  if (path.startsWith(BADGES)) return sourceBadge(service, path.slice(BADGES.length));
  return (await FILES[path]?.(making)) ?? null;
}

function badgeFile(badge: Badge, isMissing = false): StatusFile {
  return { type: 'image/svg+xml', maxAgeSeconds: 60, body: badgeSvg(badge), isMissing };
}

/** The whole: what /v1/status says, in one word. */
function overallBadge(service: StatusFileService): Badge {
  return { label: 'rates', state: service.status().overall };
}

/** A badge that says so itself where there is no such source, because an image shows nothing else. */
function sourceBadge(service: StatusFileService, file: string): StatusFile | null {
  const [, id] = /^([\w-]{1,40})\.svg$/.exec(file) ?? [];
  if (id === undefined) return null;
  const source = service.status().sources.find((one) => one.source === id);
  if (source) return badgeFile({ label: id, state: source.status });
  return isSourceId(id)
    ? badgeFile({ label: id, state: 'unknown', message: 'not enabled here' }, true)
    : badgeFile({ label: 'status', state: 'unknown', message: 'no such source' }, true);
}

/** The name by which people reach this server; the operator's word counts before the request's. */
function originOf(
  { environment }: StatusFileService,
  url: URL,
  headers: Headers,
  caller: Caller | null,
): string {
  if (environment.publicUrl) return environment.publicUrl.origin;
  const scheme = caller === null ? url.protocol.slice(0, -1) : isEncryptedFor(caller) ? 'https' : 'http';
  const named = `${scheme}://${headers.get('host') ?? url.host}`;
  return URL.canParse(named) ? new URL(named).origin : url.origin;
}
