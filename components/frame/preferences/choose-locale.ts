import { kept } from '#lib/client/browser/kept';
import { LOCALE_COOKIE, type LocaleId } from '#lib/format/numbers/locale';
import { LOCALE_CHOSEN } from './locale-chosen.ts';

/** Keeps the chosen locale and loads the page anew, because the server writes figures too; where the choice itself has the focus it gets it back. */
export function chooseLocale(locale: LocaleId, hasFocus = false): void {
  kept(LOCALE_COOKIE, 'cookie').keep(locale);
  try {
    if (hasFocus) sessionStorage.setItem(LOCALE_CHOSEN, '1');
  } catch {
    // A browser without a storage begins at the top again.
  }
  window.location.reload();
}
