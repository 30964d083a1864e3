/** Inputs that take no letters: a press on them leaves single keys to the page. */
const LETTERLESS = /^(radio|checkbox|range|button|submit)$/;

/** Keys by which they are worked. */
const CONTROL_KEYS = /^(Arrow.*| |Enter|Home|End|Page.*)$/;

/** What has keys of its own, or is written in. */
const OWN_KEYS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether a key belongs to what has the focus, so that the page's single keys leave it alone. */
export function isKeyTaken({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS) !== null) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return !LETTERLESS.test(target.type) || CONTROL_KEYS.test(key);
}
