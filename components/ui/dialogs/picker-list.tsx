import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, type RefObject, useDeferredValue } from 'react';

/** What a picker offers under one heading; null for a list without headings. */
export interface PickerGroup<T> {
  readonly heading: string | null;
  readonly items: readonly T[];
}

/** Rows that fill the list of a high window; the others follow when the letter that was typed is on the screen. */
const FIRST_ROWS = 24;

/** The rows of a picker under their headings. */
export function PickerList<T>({
  groups,
  row,
  scroller,
  query,
  onPress,
}: {
  readonly groups: readonly PickerGroup<T>[];
  readonly row: (one: T) => ReactNode;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What is sought. */
  readonly query: string;
  /** `isApart` with Ctrl or Cmd held. */
  readonly onPress: (one: T, isApart: boolean) => void;
}) {
  const settled = useDeferredValue<string | null>(query, null);
  const rowsMax = settled === query ? Infinity : FIRST_ROWS;
  return (
    <Autocomplete.List
      ref={scroller}
      className="min-h-0 flex-1 scroll-py-9 overflow-y-auto overscroll-contain outline-none not-empty:py-1"
    >
      {groups.map((group, place) => {
        const before = groups.slice(0, place).reduce((count, { items }) => count + items.length, 0);
        return (
          <Autocomplete.Group key={place} items={group.items}>
            {group.heading !== null && (
              <Autocomplete.GroupLabel className="h-8 truncate px-4 pt-3 pb-1 text-xs/4 text-text-muted">
                {group.heading}
              </Autocomplete.GroupLabel>
            )}
            {group.items.slice(0, Math.max(0, rowsMax - before)).map((one, at) => (
              <Autocomplete.Item
                // By place: another text puts other words into the rows that are there.
                key={at}
                value={one}
                index={before + at}
                onClick={({ ctrlKey, metaKey }) => onPress(one, ctrlKey || metaKey)}
                className="group/item mx-1 flex h-10 cursor-default items-center gap-2.5 rounded-control px-3 outline-none select-none [content-visibility:auto] data-highlighted:bg-selected data-highlighted:shadow-[inset_2px_0_0_var(--color-accent)] max-phone:h-12"
              >
                {row(one)}
              </Autocomplete.Item>
            ))}
          </Autocomplete.Group>
        );
      })}
    </Autocomplete.List>
  );
}
