import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createRequestIds } from '#lib/api/http/request-id';
import { errorHeaders, respondWithError, transportHeaders } from '#lib/api/http/respond';
import { API_ERRORS, type ApiError, errorBody } from '#lib/contract/errors';
import { CONNECTION_TIMES } from './connection-limits.ts';

/** What cannot be read as HTTP, or reads as two things. */
export const BAD_REQUEST: ApiError = {
  code: 'bad_request',
  message: 'The request could not be read as HTTP.',
};

/** The HTTP parser's own refusals that have a status of their own; all others are 400. */
const PARSER_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** For good, and with the same method. */
const PERMANENT_REDIRECT = 308;

/** Answers requests that never reach a handler, in the same shape and with the same headers. */
export interface Refusals {
  readonly sendError: (
    request: IncomingMessage,
    response: ServerResponse,
    refusal: { readonly error: ApiError; readonly isEncrypted: boolean },
  ) => void;
  /** For a request whose address or headers no Request can be made of. */
  readonly respondUnreadable: () => Response;
  /** What the parser refuses never becomes a request, so the answer is written to the socket itself. */
  readonly refuseUnreadable: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

/** Refusals that name each answer, and give the client `partingMs` to read one before its connection is closed. */
export function createRefusals(partingMs = CONNECTION_TIMES.partingMs): Refusals {
  const requestIdOf = createRequestIds();
  return {
    sendError: (request, response, { error, isEncrypted }) => {
      const body = JSON.stringify(errorBody(error));
      const headers = { ...errorHeaders(error, requestIdOf(), body), ...transportHeaders(isEncrypted) };
      response.writeHead(API_ERRORS[error.code].status, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
    },
    respondUnreadable: () =>
      respondWithError(BAD_REQUEST, {
        requestId: requestIdOf(),
        withBody: true,
        isEncrypted: false,
        limit: null,
      }),
    refuseUnreadable: (error, socket) => {
      if (!isOfHttp(error) || !socket.writable) {
        socket.destroy();
        return;
      }
      const statusCode = PARSER_STATUSES[error.code ?? ''] ?? API_ERRORS.bad_request.status;
      const body = JSON.stringify(errorBody(BAD_REQUEST));
      const headers = { ...errorHeaders(BAD_REQUEST, requestIdOf(), body), Connection: 'close' };
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head.join('')}\r\n${body}`);
      destroyAfter(socket, partingMs);
    },
  };
}

/** Closes a connection whose client neither reads nor leaves: its half would stay open, and ours with it. */
export function destroyAfter(socket: Socket, afterMs: number): void {
  const parting = setTimeout(() => socket.destroy(), afterMs);
  socket.once('close', () => clearTimeout(parting));
}

/** Sends a page to where it is served. */
export function sendElsewhere(response: ServerResponse, origin: string, target: string): void {
  response.writeHead(PERMANENT_REDIRECT, { Location: origin + target, 'Cache-Control': 'no-store' });
  response.end();
}

/** Whether it was the HTTP that was wrong; a connection that broke or never became TLS has nobody to tell. */
function isOfHttp({ code }: NodeJS.ErrnoException): boolean {
  return code === undefined || code.startsWith('HPE_') || code.startsWith('ERR_HTTP_');
}
