import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createSentAgain } from '#lib/api/sent-again';
import { createApiDescriptions } from '#lib/api/api-descriptions';
import { createMcpEndpoint } from '#lib/api/mcp/mcp-endpoint';
import { createJwksEndpoint } from '#lib/api/receipts/jwks-endpoint';
import { beginOf } from '#lib/api/streams/streaming-response';
import type { Service } from '#lib/service';
import { dispatchApi } from './api-routes.ts';
import type { Refusals } from './refuse-request.ts';

/** Answers a request of the API or another that is dispatched here; `caller` is who sent it. */
export type AnswerApi = (request: IncomingMessage, response: ServerResponse, caller: OutsideCaller) => void;

/** What was answered before is sent at once, in one write; for everything else a Request is made and the route function asked. */
export function createApiAnswers(
  started: Service,
  { respondUnreadable }: Pick<Refusals, 'respondUnreadable'>,
): AnswerApi {
  const findKept = createSentAgain(started);
  const own = {
    descriptions: createApiDescriptions(started.environment),
    mcp: createMcpEndpoint(started, started.environment),
    jwks: createJwksEndpoint({ ...started, monotonicMs: () => performance.now() }),
  };
  const asked = new WeakMap<object, Asked>();
  const askRoute = getRequestListener(
    (request, { incoming }) => {
      const by = asked.get(incoming);
      if (!by) throw new Error('nobody knows who sent this request');
      const answered = dispatchApi(request, by.caller, own);
      return answered instanceof Promise ? answered : sendStream(answered, by.response);
    },
    { errorHandler: respondUnreadable },
  );
  return (request, response, caller) => {
    const { method, url: target = '/', headers } = request;
    const kept = method === 'GET' ? findKept({ target, headers, caller }) : null;
    if (kept) {
      response.writeHead(kept.status, kept.head);
      response.end(kept.body, kept.encoding);
      return;
    }
    asked.set(request, { caller, response });
    void askRoute(request, response);
  };
}

/** Who sent a request, and where the answer goes. */
interface Asked {
  readonly caller: OutsideCaller;
  readonly response: ServerResponse;
}

/** Begins a stream at once, on a connection that it has for itself and that ends with it; what is none is given back to be sent. */
function sendStream(answered: Response, response: ServerResponse): Response {
  const begin = beginOf(answered);
  if (begin === undefined) return answered;
  response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), Connection: 'close' });
  begin(response);
  return RESPONSE_ALREADY_SENT;
}
