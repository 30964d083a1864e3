import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import type { RequestTimes } from '#lib/api/metrics/request-times';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { isDispatched, isOfApi } from './api-routes.ts';
import type { StaticFiles } from './static-files.ts';

/** What nginx writes down of a client that left before its answer. */
const LEFT = 499;

const PROBES: readonly (string | null)[] = ['/healthz', '/readyz', '/metrics'];

/** Answers a request for a path, null where its target is none. */
export type AnswerPath = (request: IncomingMessage, response: ServerResponse, path: string | null) => void;

/** Counts how long answers take. One that is made at once, as most are, costs two looks at the clock and no listener. */
export function timeAnswers(
  times: RequestTimes,
  files: Pick<StaticFiles, 'has'>,
  answer: AnswerPath,
): AnswerPath {
  return (request, response, path) => {
    const startedMs = performance.now();
    answer(request, response, path);
    if (response.writableEnded) {
      const route = routeName(path, request.method, files);
      times.note(route, response.statusCode, performance.now() - startedMs);
      return;
    }
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : LEFT;
      const route = routeName(path, request.method, files);
      if (route === ENDPOINT_PATHS.stream && response.statusCode === 200) return;
      times.note(route, status, performance.now() - startedMs);
    });
  };
}

/** A name of a closed set, so that clients cannot make as many as they like: the path of an endpoint, or what kind of address it is. */
function routeName(path: string | null, method: string | undefined, files: Pick<StaticFiles, 'has'>): string {
  if (path === null) return 'malformed';
  const endpoint = endpointAt(path);
  if (endpoint) return endpoint.path;
  if (isOfApi(path)) return '/v1/*';
  if (PROBES.includes(path)) return 'probe';
  if (isDispatched(path, method)) return path.startsWith('/account/') ? 'account' : 'document';
  return files.has(path) ? 'file' : 'page';
}
