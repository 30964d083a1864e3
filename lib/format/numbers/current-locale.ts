import { type LocaleId, localeOf, type NumberLocale } from './locale.ts';

const PLACE = Symbol.for('crossrate.locale');

const holder: typeof globalThis & { [PLACE]?: () => LocaleId } = globalThis;

/**
 * The locale of what is being written. In the browser it is the one that the server wrote the page in, so that both write the
 * same text; on the server the one of the request under way, and English outside of requests.
 */
export function currentLocale(): NumberLocale {
  if (typeof document !== 'undefined') return localeOf(document.documentElement.dataset['locale']);
  return localeOf(holder[PLACE]?.());
}

/** Tells where the server finds the locale of the request under way. Once a process: pages and our own server are different bundles. */
export function readLocaleWith(read: () => LocaleId): void {
  holder[PLACE] = read;
}
