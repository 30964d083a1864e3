import { hashToken } from '#lib/account/secrets/one-time-token';
import { callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { readQuery } from '#lib/api/http/read-query';
import { ENDPOINT_PATHS, requestAddress } from '#lib/contract/endpoint-paths';
import { FEED_LINKS } from '#lib/contract/feed-links';
import { fail, ok, type Result } from '#lib/domain/result';
import { allMethods, answerDefect, type RouteHandlers, type ServiceOnDemand, unknownRoute } from './route.ts';

/** The paths that are answered as CSV, which are all that a feed link may ask. */
const TABLES = ENDPOINTS.filter(({ query }) => Object.hasOwn(query.shape, 'format'));

const EXAMPLE = requestAddress(ENDPOINT_PATHS.historical, { from: 'EUR', to: 'USD', limit: '30' });

/** The parts of a request for a feed link that go on to the path of its question. */
const PASSED_HEADERS = ['accept-encoding', 'if-none-match'];

/**
 * The question of a new feed link, of a path with parameters or a whole address: path and parameters as CSV. The failure is the
 * sentence with which the API would refuse it.
 */
export function readFeedQuestion(text: string): Result<string, string> {
  const url = URL.parse(text.trim(), 'http://localhost');
  const endpoint = url && TABLES.find(({ path }) => path === url.pathname);
  if (!endpoint) {
    const paths = TABLES.map(({ path }) => path).join(', ');
    return fail(`Give a path that answers CSV (${paths}) with its parameters, such as ${EXAMPLE}.`);
  }
  url.searchParams.set('format', 'csv');
  const query = url.searchParams.toString().replaceAll('%2C', ',');
  const read = readQuery(endpoint, query, 'strict');
  return read.ok ? ok(`${endpoint.path}?${query}`) : fail(read.error.message);
}

/**
 * The handlers of every feed link: CSV for the question that an address was made for, in the account's name and within its limit.
 * Whatever else is asked is a path that there is not; a query of its own, too.
 */
export function feedLinkRoute(
  service: ServiceOnDemand,
  routeOf: (path: string) => RouteHandlers,
): RouteHandlers {
  const unknown = unknownRoute();
  return allMethods(async (request, context) => {
    const started = await service();
    const isEncrypted = isEncryptedFor(callerOf(context));
    try {
      const { pathname, search } = new URL(request.url);
      const secret = search === '' ? /^[\w-]{43}$/.exec(pathname.slice(FEED_LINKS.length))?.[0] : undefined;
      const link = secret === undefined ? null : await started.history.readFeedLink(hashToken(secret));
      if (!link) return await unknown.GET(request, context);
      const url = new URL(link.question, request.url);
      const headers = PASSED_HEADERS.flatMap((name): [string, string][] => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      const { method, signal } = request;
      const asked = new Request(url, { method, headers, signal });
      const { accountId } = link;
      return await routeOf(url.pathname).GET(asked, { kind: 'feed', accountId, isEncrypted });
    } catch (defect) {
      return answerDefect(started, isEncrypted, defect);
    }
  });
}
