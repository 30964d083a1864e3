import { keepCookie } from '#lib/client/keep-cookie';
import { LOCALE_COOKIE, type LocaleId } from '#lib/format/locale';

/** Keeps the chosen locale and loads the page anew, because the server writes figures too. */
export function chooseLocale(locale: LocaleId): void {
  keepCookie(LOCALE_COOKIE, locale);
  window.location.reload();
}
