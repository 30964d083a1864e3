/** Inputs that take no letters: a press on them leaves single keys to the page. */
const LETTERLESS = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Keys by which a radio, a checkbox or a slider is worked. */
const CONTROL_KEYS = /^(Arrow(Up|Down|Left|Right)| |Enter|Home|End|PageUp|PageDown)$/;

/** What has keys of its own, or is written in. */
const OWN_KEYS =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether a key belongs to what has the focus, so that the page's single keys leave it alone. */
export function isKeyTaken({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS) !== null) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return LETTERLESS.has(target.type) ? CONTROL_KEYS.test(key) : true;
}
