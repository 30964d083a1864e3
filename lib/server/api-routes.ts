import { OPENAPI_PATH } from '#lib/api/openapi-endpoint';
import type { Handler, RouteHandlers } from '#lib/api/route';
import { isStatusFile } from '#lib/status/status-files';
import { targetPath } from './target-path.ts';
import * as browserKey from '#app/(site)/browser-key/route';
import * as statusFile from '#app/(site)/status/summary.json/route';
import * as account from '#app/account/api/[...path]/route';
import * as unknownPath from '#app/v1/[...unknown]/route';
import * as convert from '#app/v1/convert/route';
import * as currencies from '#app/v1/currencies/route';
import * as historical from '#app/v1/historical/route';
import * as compare from '#app/v1/rates/compare/route';
import * as pair from '#app/v1/rates/pair/route';
import * as rates from '#app/v1/rates/route';
import * as series from '#app/v1/rates/series/route';
import * as sources from '#app/v1/rates/sources/route';
import * as status from '#app/v1/status/route';

/** The route modules by path: what Next would find by looking at the folders. */
const ROUTES: ReadonlyMap<string, RouteHandlers> = new Map<string, RouteHandlers>([
  ['/v1/convert', convert],
  ['/v1/rates', rates],
  ['/v1/rates/pair', pair],
  ['/v1/rates/sources', sources],
  ['/v1/rates/compare', compare],
  ['/v1/rates/series', series],
  ['/v1/historical', historical],
  ['/v1/currencies', currencies],
  ['/v1/status', status],
]);

const BROWSER_KEY_PATH = '/browser-key';
const ACCOUNT_PATH = '/account/api/';

/** Whether a request is answered here instead of by Next: /v1, and what else must know who asks. */
export function isDispatched(path: string | null, method: string | undefined): boolean {
  if (path === null) return false;
  if (path === BROWSER_KEY_PATH) return method === 'POST';
  return isOfApi(path) || path === OPENAPI_PATH || path.startsWith(ACCOUNT_PATH) || isStatusFile(path);
}

/** Whether an address is part of the API. */
export function isOfApi(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Length of `https://`: the first slash behind it begins the path, also where the scheme is one letter shorter. */
const SCHEME_LENGTH = 8;

/** What is answered here and stands on no route module. */
export interface OwnAnswers {
  readonly openApi: Handler;
}

/** Calls the very handler that Next would call. HEAD and every other method have their own export in each module. */
export function dispatchApi(
  request: Request,
  context: object,
  { openApi }: OwnAnswers,
): Response | Promise<Response> {
  const target = request.url.slice(request.url.indexOf('/', SCHEME_LENGTH));
  const path = targetPath(target) ?? '';
  if (path === OPENAPI_PATH) return openApi(request, context);
  if (path === BROWSER_KEY_PATH) return browserKey.POST(request, context);
  const handlers = handlersOf(path);
  const handler = isExported(handlers, request.method) ? handlers[request.method] : handlers.POST;
  return handler(request, context);
}

function handlersOf(path: string): RouteHandlers {
  if (path.startsWith(ACCOUNT_PATH)) return account;
  // All of its files have one handler.
  return isStatusFile(path) ? statusFile : (ROUTES.get(path) ?? unknownPath);
}

function isExported(handlers: RouteHandlers, method: string): method is keyof RouteHandlers {
  return method === 'GET' || Object.hasOwn(handlers, method);
}
