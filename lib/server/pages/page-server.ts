import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import type { Environment } from '#lib/platform/environment';
import { DEFAULT_LOCALE, LOCALE_COOKIE, type LocaleId, localeOf } from '#lib/format/numbers/locale';
import { cookieIn } from '#lib/account/sign-in/cookies';
import { ALIVE_PATH } from './inside-paths.ts';
import { readLocaleWith } from '#lib/format/numbers/current-locale';

/** Draws the page that a request asks for. */
export type DrawPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

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

/** Gives every request under way its own locale: pages of several visitors are written at once. */
function openPageLocale() {
  const requests = new AsyncLocalStorage<LocaleId>();
  readLocaleWith(() => requests.getStore() ?? DEFAULT_LOCALE);
  return <T>(cookies: string | undefined, answer: () => T): T =>
    requests.run(localeOf(cookieIn(cookies ?? null, LOCALE_COOKIE)).id, answer);
}
