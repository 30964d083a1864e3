import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Reader } from '#lib/page-service';
import type { Service } from '#lib/service';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { BOARD_PATH, MONTH_PATH, READER_HEADER, RECEIPT_PATH } from './inside-paths.ts';

/** What the process that draws pages may ask. */
type Inside = Pick<Service, 'answerInside' | 'statusBoard' | 'incidentMonth' | 'shownReceipt' | 'log'>;

/** A listener for the process that draws pages; it stands on a socket that only this user can open. */
export function createInsideServer(inside: Inside): Server {
  const server = createServer((request, response) => {
    answerInside(inside, request)
      .then(async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        // Names and values in turns, as several cookies have one name.
        response.writeHead(answer.status, [...answer.headers].flat());
        response.end(body);
      })
      .catch((error: unknown) => {
        // That the database is away is told once, by what follows its commits.
        if (error instanceof DatabaseUnavailable) return response.writeHead(503).end();
        inside.log.error({ err: error }, 'a page could not be given its figures');
        return response.writeHead(500).end();
      });
  });
  // Only the caller closes a connection that is idle, so that it never asks on one that is being closed.
  server.keepAliveTimeout = 0;
  return server;
}

async function answerInside(inside: Inside, request: IncomingMessage): Promise<Response> {
  const target = request.url ?? '/';
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  if (pathname === BOARD_PATH) return Response.json(await inside.statusBoard());
  if (pathname === MONTH_PATH) {
    const asked = { month: searchParams.get('month') ?? '', source: searchParams.get('source') };
    return Response.json(await inside.incidentMonth(asked));
  }
  if (pathname === RECEIPT_PATH)
    return Response.json(await inside.shownReceipt(searchParams.get('id') ?? ''));
  return inside.answerInside(readerOf(request.headers[READER_HEADER]), target);
}

function readerOf(told: string | readonly string[] | undefined): Reader {
  return told === 'member' || told === 'anonymous' ? told : 'nobody';
}
