import { AsyncLocalStorage } from 'node:async_hooks';
import { cookieIn } from '#lib/account/sign-in/cookies';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { LOCALE_COOKIE, type LocaleId, localeOf, DEFAULT_LOCALE } from '#lib/format/numbers/locale';

/** Runs what answers a request so that everything it writes is in the locale of the request's cookie. */
export type InLocale = <T>(cookies: string | undefined, answer: () => T) => T;

/** Gives every request under way its own locale: pages of several visitors are written at once. */
export function openPageLocale(): InLocale {
  const requests = new AsyncLocalStorage<LocaleId>();
  readLocaleWith(() => requests.getStore() ?? DEFAULT_LOCALE);
  return (cookies, answer) => requests.run(localeOf(cookieIn(cookies ?? null, LOCALE_COOKIE)).id, answer);
}
