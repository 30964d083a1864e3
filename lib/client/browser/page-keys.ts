import { useLayoutEffect } from 'react';

/** Keys of the page and what they do; single keys, off while typing, in dialogs, and with Ctrl, Alt or the command key. */
export function usePageKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  // In the layout phase: a key that is pressed again at once must find what the press before it brought.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event))
        return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

/** Arrow keys belong to whatever moves with them: fields, menus, radios, tables that scroll, and the handles of the strip. */
function isTaken(event: KeyboardEvent): boolean {
  if (isKeyTaken(event)) return true;
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  return key.startsWith('Arrow') && target !== document.body && target.closest('[data-plot]') === null;
}

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
