/** The form of a key: what it begins with and 49 characters. */
const KEY_FORM = /^xr_live_[0-9A-Za-z]{49}$/;

/** Characters of a key that are shown at its start; lists of keys show as many. */
const START = 14;

/** Characters that are shown at its end. */
const END = 4;

/** Whether a text has the form of a key; whether it is one, only the service knows. */
export function hasKeyForm(text: string): boolean {
  return KEY_FORM.test(text);
}

/** Whether a text has something in it that looks like a key, of an account or of a page. */
export function looksLikeKey(text: string): boolean {
  return /xr_(?:live|page)_/.test(text);
}

/** What may be seen of a key: `xr_live_Zp0vQ1…m2Qa`. */
export function shownKey(key: string): string {
  return `${key.slice(0, START)}…${key.slice(-END)}`;
}

/** A secret in groups of four, for typing it elsewhere: `JBSW Y3DP EHPK`. */
export function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
