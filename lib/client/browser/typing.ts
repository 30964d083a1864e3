/** What is written in or has keys of its own; a press on a radio or a checkbox leaves single keys to the page. */
const OWN_KEYS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether a key belongs to what has the focus, so that the page's single keys leave it alone. */
export function isKeyTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  // A dialog that is closing has the focus for a moment more, and takes no keys.
  if (target.closest('[data-closed]') !== null) return false;
  // Radios and checkboxes are worked by arrows and the space bar.
  return target.closest(OWN_KEYS) !== null || (target.matches('input') && /^(Arrow| )/.test(key));
}
