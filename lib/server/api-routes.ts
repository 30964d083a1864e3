import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import { JWKS_PATH } from '#lib/contract/receipts';
import type { Handler, RouteHandlers } from '#lib/api/route';
import { createRoutes } from '#lib/api/routes';
import { service } from '#lib/service';
import { isStatusFile } from '#lib/status/status-files';
import { targetPath } from './target-path.ts';
import * as browserKey from '#app/(site)/browser-key/route';
import * as statusFile from '#app/(site)/status/feed.atom/route';
import * as account from '#app/account/api/[...path]/route';

/** The routes that Next has under the same paths. */
const routeOf = createRoutes(service);

const OWN_PATHS: readonly string[] = [...Object.values(PROGRAM_PATHS), JWKS_PATH];

const BROWSER_KEY_PATH = '/browser-key';
const ACCOUNT_API = '/account/api/';

/** Whether a request is answered here instead of by Next: /v1, and what else must know who asks. */
export function isDispatched(path: string | null, method: string | undefined): boolean {
  if (path === null) return false;
  if (path === BROWSER_KEY_PATH) return method === 'POST';
  if (isOfApi(path) || OWN_PATHS.includes(path)) return true;
  return isOfAccount(path) || isStatusFile(path);
}

function isOfAccount(path: string): boolean {
  return path.startsWith(ACCOUNT_API);
}

/** Whether an address is part of the API: one to which keys are sent. */
export function isOfApi(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/') || path === PROGRAM_PATHS.mcp;
}

/** Length of `https://`: the first slash behind it begins the path, also where the scheme is one letter shorter. */
const SCHEME_LENGTH = 8;

/** What is answered here and stands on no route module. */
export interface OwnAnswers {
  /** By path. */
  readonly descriptions: ReadonlyMap<string, Handler>;
  readonly mcp: Handler;
  readonly jwks: Handler;
}

/** Calls the very handler that Next would call. HEAD and every other method have their own export in each module. */
export function dispatchApi(
  request: Request,
  context: object,
  { descriptions, jwks, mcp }: OwnAnswers,
): Response | Promise<Response> {
  const target = request.url.slice(request.url.indexOf('/', SCHEME_LENGTH));
  const path = targetPath(target) ?? '';
  const describe = descriptions.get(path);
  if (describe) return describe(request, context);
  if (path === PROGRAM_PATHS.mcp) return mcp(request, context);
  if (path === JWKS_PATH) return jwks(request, context);
  if (path === BROWSER_KEY_PATH) return browserKey.POST(request, context);
  const handlers = handlersOf(path);
  const handler = isExported(handlers, request.method) ? handlers[request.method] : handlers.POST;
  return handler(request, context);
}

function handlersOf(path: string): RouteHandlers {
  if (isOfAccount(path)) return account;
  // All of its files have one handler.
  return isStatusFile(path) ? statusFile : routeOf(path);
}

function isExported(handlers: RouteHandlers, method: string): method is keyof RouteHandlers {
  return method === 'GET' || Object.hasOwn(handlers, method);
}
