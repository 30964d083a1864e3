import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handler } from '#lib/api/route';

/** Answers a request by the handler that the file system gives it, as Next does. */
export type Dispatch = (request: Request) => Promise<Response>;

const UNKNOWN_PATH = '/v1/[...unknown]';

/** The handlers that the route modules of `app/v1` export, each under the path that its folder says. */
export async function readExportedHandlers(root: string): Promise<Dispatch> {
  const modules = new Map<string, object>();
  for (const file of globSync('app/v1/**/route.ts', { cwd: root })) {
    const path = file.replaceAll('\\', '/').replace(/^app|\/route\.ts$/g, '');
    modules.set(path, asModule(await import(pathToFileURL(join(root, file)).href)));
  }
  return async (request) => {
    const { pathname } = new URL(request.url);
    const exported = modules.get(pathname) ?? modules.get(UNKNOWN_PATH);
    const handler: unknown = exported && Reflect.get(exported, request.method);
    if (!isHandler(handler)) throw new Error(`${pathname} exports no ${request.method}.`);
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
