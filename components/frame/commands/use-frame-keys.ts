import { type RefObject, useEffect, useRef } from 'react';
import { areSingleKeysOn } from '#lib/client/browser/single-keys';
import { isKeyTaken } from '#lib/client/browser/typing';
import { NAVIGATION } from '#lib/format/navigation';

/** How long `g` waits for the key that says where to. */
const GO_WITHIN_MS = 1500;

/** What is typed while the palette is under way, and whether Enter was pressed; a null text while it is not. */
export interface Ahead {
  text: string | null;
  isEntered: boolean;
}

/**
 * `Ctrl/Cmd K`, `?` and `g` with another key. Heard before the keys of the page, so that the `s` of `g s` swaps nothing, and
 * so that single keys which are switched off reach no page; keys in fields, dialogs and menus are left alone. `onTyped` hears
 * what is typed ahead.
 */
export function useFrameKeys(
  ahead: RefObject<Ahead>,
  open: (what: 'palette' | 'help') => void,
  onTyped: (text: string) => void,
): void {
  const pressedGoAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        take(event);
        open('palette');
        return;
      }
      if (isCommand || event.altKey || isKeyTaken(event)) return;
      // With nothing typed it is the key that opened the palette, held or pressed again.
      if (event.key === 'Enter' && ahead.current.text && !event.repeat) {
        take(event);
        ahead.current.isEntered = true;
        return;
      }
      if (event.key.length !== 1) return;
      if (ahead.current.text !== null) {
        take(event);
        ahead.current.text += event.key;
        onTyped(ahead.current.text);
        return;
      }
      if (!areSingleKeysOn()) {
        event.stopImmediatePropagation();
        return;
      }
      const isGoing = event.timeStamp - pressedGoAt.current <= GO_WITHIN_MS;
      const destination = isGoing && NAVIGATION.find(({ key }) => key === event.key);
      pressedGoAt.current = event.key === 'g' ? event.timeStamp : -Infinity;
      if (destination) {
        take(event);
        window.location.assign(destination.href);
      } else if (event.key === '?') {
        take(event);
        open('help');
      }
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  });
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
