import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handler } from '#lib/api/route';
import type { Service } from '#lib/service';
import { type ServiceDispatch, PROJECT_ROOT } from './service-bench.ts';

/** Where the route modules look for the service of their process. */
const PLACE = Symbol.for('crossrate.service');

/** The route module of everything under `/v1`. */
const ROUTE = 'app/v1/[[...path]]/route.ts';

interface Holder {
  [PLACE]?: Service;
}

/**
 * The way through Next: the handlers that `app/v1` exports. They ask for the process's service at once, before anything
 * is awaited, so several services can take turns.
 */
export async function openExportedDispatch(): Promise<ServiceDispatch> {
  const dispatch = await readExportedHandlers(PROJECT_ROOT);
  return (service, request) => {
    const holder: typeof globalThis & Holder = globalThis;
    holder[PLACE] = service;
    return dispatch(request);
  };
}

/** Answers a request by the handler that the file system gives it, as Next does. */
type Dispatch = (request: Request) => Promise<Response>;

/** The handlers that the route module of `app/v1` exports. */
async function readExportedHandlers(root: string): Promise<Dispatch> {
  const exported = asModule(await import(pathToFileURL(join(root, ROUTE)).href));
  return async (request) => {
    const handler: unknown = Reflect.get(exported, request.method);
    if (!isHandler(handler)) throw new Error(`${ROUTE} exports no ${request.method}.`);
    return handler(request);
  };
}

/** Holds because an `import()` always gives a module's namespace. */
function asModule(namespace: unknown): object {
  return namespace as object;
}

function isHandler(exported: unknown): exported is Handler {
  return typeof exported === 'function';
}
