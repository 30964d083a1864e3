import { keepCookie } from '#lib/client/keep-cookie';
import { LOCALE_COOKIE, type LocaleId } from '#lib/format/locale';

/** Says over the reload that the choice had the focus. */
const CHOSEN = 'crossrate:locale-chosen';

/** Gives the choice its focus back after the reload that it made. */
export function refocusChoice(choice: HTMLElement | null): void {
  try {
    if (choice === null || sessionStorage.getItem(CHOSEN) === null) return;
    sessionStorage.removeItem(CHOSEN);
    choice.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}

/** Keeps the chosen locale and loads the page anew, because the server writes figures too. */
export function chooseLocale(locale: LocaleId): void {
  keepCookie(LOCALE_COOKIE, locale);
  try {
    sessionStorage.setItem(CHOSEN, '1');
  } catch {
    // A browser without a storage begins at the top again.
  }
  window.location.reload();
}
