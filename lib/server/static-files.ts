import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

/** Files that pages ask for and that are the same for everybody. */
export interface StaticFiles {
  readonly has: (path: string) => boolean;
  readonly send: RequestListener;
}

/** Where pages ask for what the build made: scripts, styles, fonts. */
const BUILT_FILES_PATH = '/_next/static/';

/** A built file's name belongs to one content for good. */
const BUILT_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The others keep their names when they change: the service worker above all. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/**
 * The files of a build in a project's folder, in the coding that the caller takes and the build laid beside them, and those of
 * its public folder. While pages are being developed only the latter: what is built changes with every source.
 */
export function createStaticFiles(root: string): StaticFiles {
  const builtFolder = join(root, '.next', 'static');
  const isServingBuilt = process.env.NODE_ENV !== 'development' && existsSync(builtFolder);
  const publicPaths = new Set(
    readdirSync(join(root, 'public'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'public').length)),
  );
  const files = new Hono();
  if (isServingBuilt) {
    files.get(
      `${BUILT_FILES_PATH}*`,
      serveStatic({
        root: builtFolder,
        rewriteRequestPath: (path) => path.slice(BUILT_FILES_PATH.length - 1),
        precompressed: true,
        onFound: (_path, context) => context.header('Cache-Control', BUILT_CACHE_CONTROL),
      }),
    );
  }
  files.get(
    '*',
    etag(),
    serveStatic({
      root: join(root, 'public'),
      onFound: (_path, context) => context.header('Cache-Control', PUBLIC_CACHE_CONTROL),
    }),
  );
  const listener = getRequestListener(files.fetch);
  return {
    has: (path) => publicPaths.has(path) || (isServingBuilt && path.startsWith(BUILT_FILES_PATH)),
    send: (request, response) => void listener(request, response),
  };
}
