import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { FEED_LINKS } from '#lib/contract/feed-links';
import { feedLinkRoute } from './feed-links.ts';
import { allMethods, route, type RouteHandlers, type ServiceOnDemand, unknownRoute } from './route.ts';

/** The handlers of every path of /v1; for one that is none of ours, those that say so. */
export type RouteOf = (path: string) => RouteHandlers;

/** The routes of /v1: each endpoint under the path of its contract. */
export function createRoutes(service: ServiceOnDemand): RouteOf {
  const routes = new Map<Endpoint | undefined, RouteHandlers>(
    ENDPOINTS.map((endpoint) => [endpoint, route(endpoint, service)]),
  );
  const unknown = unknownRoute();
  const pathRoute: RouteOf = (path) => routes.get(endpointAt(path)) ?? unknown;
  const feedLinks = feedLinkRoute(service, pathRoute);
  return (path) => (path.startsWith(FEED_LINKS) ? feedLinks : pathRoute(path));
}

/** All routes as the handlers of one folder, for Next, which knows only that a path begins with /v1. */
export function routesInOne(service: ServiceOnDemand): RouteHandlers {
  const routeOf = createRoutes(service);
  return allMethods((request, context) => routeOf(new URL(request.url).pathname).GET(request, context));
}
