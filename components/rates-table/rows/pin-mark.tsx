import { Pin } from 'lucide-react';

const MARK = 'pin-mark';

/** The pin itself, once for all rows of a table: two hundred of the library's own take a slow phone a tenth of a second. */
export function PinShape() {
  return (
    <svg aria-hidden="true" className="hidden">
      <Pin id={MARK} fill="inherit" />
    </svg>
  );
}

/** The pin of a row, filled where the row is pinned; {@link PinShape} stands on the same page. */
export function PinMark({ isPinned }: { readonly isPinned: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4" fill={isPinned ? 'currentColor' : 'none'}>
      <use href={`#${MARK}`} />
    </svg>
  );
}
