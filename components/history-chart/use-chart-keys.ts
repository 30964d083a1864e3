import { useLayoutEffect } from 'react';

/** Keys of the page and what they do; single keys, off while typing, in dialogs, and with Ctrl, Alt or the command key. */
export function useChartKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
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
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'))
    return true;
  return key.startsWith('Arrow') && target !== document.body && target.closest('[data-plot]') === null;
}
