import { type RefObject, useEffect } from 'react';
import { isKeyTaken } from '#lib/client/browser/typing';

/** What the keys of the table move and ask for. */
export interface RowKeys {
  /** In the order of the page. */
  readonly codes: readonly string[];
  /** The row that has the cursor; null before the first key. */
  readonly cursor: string | null;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onMove: (code: string) => void;
  readonly onToggle: (code: string) => void;
  readonly onPin: (code: string) => void;
  readonly onClose: () => void;
}

/** `j` and `k` move the cursor, Enter opens its row, `p` or `f` pins it, Esc closes, `/` searches; off while typing and in dialogs. */
export function useRowKeys(keys: RowKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isKeyTaken(event))
        return;
      if (!actOn(event, keys)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

/** Whether the key meant something here. */
function actOn(event: KeyboardEvent, keys: RowKeys): boolean {
  const { codes, cursor } = keys;
  switch (event.key) {
    case 'j':
    case 'k': {
      const next = codes[nextIndex(codes, cursor, event.key === 'j' ? 1 : -1)];
      if (next !== undefined) keys.onMove(next);
      return next !== undefined;
    }
    case 'p':
    case 'f':
      if (cursor !== null) keys.onPin(cursor);
      return cursor !== null;
    case 'Enter':
      // A button or link that has the focus is pressed by the browser itself.
      if (cursor === null || isPressable(event.target)) return false;
      keys.onToggle(cursor);
      return true;
    case 'Escape':
      keys.onClose();
      return true;
    case '/':
      keys.searchField.current?.focus();
      keys.searchField.current?.select();
      return true;
    default:
      return false;
  }
}

function nextIndex(codes: readonly string[], cursor: string | null, step: 1 | -1): number {
  const index = cursor === null ? -1 : codes.indexOf(cursor);
  if (index === -1) return 0;
  return Math.min(Math.max(index + step, 0), codes.length - 1);
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary') !== null;
}
