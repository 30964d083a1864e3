import { type RefObject, useEffect, useRef } from 'react';
import { areSingleKeysOn } from '#lib/client/browser/single-keys';
import { isKeyTaken } from '#lib/client/browser/typing';
import { NAVIGATION } from '#lib/format/navigation';

/** How long `g` waits for the key that says where to. */
const GO_WITHIN_MS = 1500;

/** What the keys of every page open. */
export interface FrameKeys {
  /** Takes what is typed while the palette is under way; null while it is not. */
  readonly typedAhead: RefObject<string | null>;
  readonly onTyped: (text: string) => void;
  /** Enter was pressed while the palette was under way. */
  readonly onEntered: () => void;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/**
 * `Ctrl/Cmd K`, `?` and `g` with another key. Heard before the keys of the page, so that the `s` of `g s` swaps nothing, and
 * so that single keys which are switched off reach no page; keys in fields, dialogs and menus are left alone.
 */
export function useFrameKeys({ typedAhead, onTyped, onEntered, onPalette, onHelp }: FrameKeys): void {
  const pressedGoAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        take(event);
        onPalette();
        return;
      }
      if (isCommand || event.altKey || isKeyTaken(event)) return;
      // With nothing typed it is the key that opened the palette, held or pressed again.
      if (event.key === 'Enter' && typedAhead.current && !event.repeat) {
        take(event);
        onEntered();
        return;
      }
      if (event.key.length !== 1) return;
      if (typedAhead.current !== null) {
        take(event);
        typedAhead.current += event.key;
        onTyped(typedAhead.current);
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
        onHelp();
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
