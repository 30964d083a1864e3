import { kept } from '#lib/client/browser/kept';

/** Where the browser keeps whose account it is signed in to: the initials, a space, the e-mail address. Nothing of it is secret. */
const STORED_AS = 'crossrate:account';

/** Whose account this browser is signed in to, as far as it remembers. */
export const KNOWN_ACCOUNT = kept(STORED_AS, 'storage');

/**
 * Puts the account that is kept into the style of the page, as `--initials` and `--account`. Pages are drawn once for all who
 * are signed in, so this runs in the head, before the first paint; it uses nothing from outside.
 */
function showKnownAccount(storedAs: string): void {
  try {
    const root = document.documentElement;
    const [initials = '', email = ''] = (localStorage.getItem(storedAs) ?? '').split(' ');
    root.toggleAttribute('data-known-account', initials !== '');
    root.style.setProperty('--initials', JSON.stringify(initials));
    root.style.setProperty('--account', JSON.stringify(email));
  } catch {
    // A browser that keeps nothing shows a figure of a person.
  }
}

/** The script of it. */
export const ACCOUNT_SCRIPT = `(${String(showKnownAccount)})('${STORED_AS}')`;

/** Keeps whose account this browser is signed in to, for every page; null when it is signed in to none. */
export function rememberAccount(account: { readonly initials: string; readonly email: string } | null): void {
  KNOWN_ACCOUNT.keep(account && `${account.initials} ${account.email}`);
  showKnownAccount(STORED_AS);
}
