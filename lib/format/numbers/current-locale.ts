import { type LocaleId, localeOf, type NumberLocale } from './locale.ts';

const PLACE = Symbol.for('crossrate.locale');

interface Holder {
  [PLACE]?: () => LocaleId;
}

/**
 * The locale of what is being written. In the browser it is the one that the server wrote the page in, so that both write the
 * same text; on the server the one of the request under way, and English outside of requests.
 */
export function currentLocale(): NumberLocale {
  if (typeof document !== 'undefined') return localeOf(document.documentElement.dataset['locale']);
  const holder: typeof globalThis & Holder = globalThis;
  return localeOf(holder[PLACE]?.());
}

/** Tells where the server finds the locale of the request under way. Once a process: pages and our own server are different bundles. */
export function readLocaleWith(read: () => LocaleId): void {
  const holder: typeof globalThis & Holder = globalThis;
  holder[PLACE] = read;
}
