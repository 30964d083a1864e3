import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import type { Environment } from '#lib/platform/environment';
import { openPageLocale } from './page-locale.ts';

/** Draws the page that a request asks for. */
export type DrawPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where the answering process asks whether this one still answers. */
export const ALIVE_PATH = '/alive';

/** Loads Next. */
export async function loadPages({ host, port }: Pick<Environment, 'host' | 'port'>): Promise<DrawPage> {
  // A self-hosted service tells nobody that it runs.
  process.env['NEXT_TELEMETRY_DISABLED'] ??= '1';
  const { default: next } = await import('next');
  const isDevelopment = process.env.NODE_ENV === 'development';
  const app = next({ dev: isDevelopment, dir: process.cwd(), hostname: host, port });
  await app.prepare();
  const drawPage = app.getRequestHandler();
  const inLocale = openPageLocale();
  return async (request, response) => {
    if (request.url === ALIVE_PATH) {
      response.end();
      return;
    }
    await inLocale(request.headers.cookie, () => drawPage(request, response));
  };
}
