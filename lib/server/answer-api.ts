import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createLogEndpoint } from '#lib/api/log-endpoint';
import { createSentAgain } from '#lib/api/sent-again';
import { createOpenApiEndpoint } from '#lib/api/openapi-endpoint';
import { createJwksEndpoint } from '#lib/api/receipts/jwks-endpoint';
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
    openApi: createOpenApiEndpoint(started.environment),
    figureLog: createLogEndpoint(started),
    jwks: createJwksEndpoint({ ...started, monotonicMs: () => performance.now() }),
  };
  const callers = new WeakMap<object, OutsideCaller>();
  const askRoute = getRequestListener(
    (request, { incoming }) => {
      const caller = callers.get(incoming);
      if (!caller) throw new Error('nobody knows who sent this request');
      return dispatchApi(request, caller, own);
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
    callers.set(request, caller);
    void askRoute(request, response);
  };
}
