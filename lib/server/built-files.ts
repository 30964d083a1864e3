import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** Where pages ask for what the build made: scripts, styles, fonts. */
export const BUILT_FILES_PATH = '/_next/static/';

/** A name belongs to one content for ever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Sends the files of a build in a project's folder, in the coding that the caller takes and the build laid beside them. */
export function sendBuiltFiles(root: string): RequestListener {
  const files = new Hono().use(
    serveStatic({
      root: join(root, '.next', 'static'),
      rewriteRequestPath: (path) => path.slice(BUILT_FILES_PATH.length - 1),
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', CACHE_CONTROL),
    }),
  );
  const listener = getRequestListener(files.fetch);
  return (request, response) => void listener(request, response);
}
