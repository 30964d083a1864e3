import { useEffect } from 'react';
import { isKeyTaken } from '#lib/client/browser/typing';

/** Keys of the page and what they do. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Single keys for the whole page; off while typing, in dialogs, and with Ctrl, Alt or the command key. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = shortcuts[event.key];
      if (
        !act ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isKeyTaken(event)
      )
        return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
