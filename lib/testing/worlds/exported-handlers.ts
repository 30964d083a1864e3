import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handler } from '#lib/api/route';

/** Answers a request by the handler that the file system gives it, as Next does. */
export type Dispatch = (request: Request) => Promise<Response>;

/** The route module of everything under `/v1`. */
const ROUTE = 'app/v1/[[...path]]/route.ts';

/** The handlers that the route module of `app/v1` exports. */
export async function readExportedHandlers(root: string): Promise<Dispatch> {
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
