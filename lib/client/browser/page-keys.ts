import { useLayoutEffect } from 'react';
import { isKeyTaken } from './typing.ts';

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
