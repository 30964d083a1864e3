import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useDeferredValue, useRef } from 'react';
import { KeyCap, KeyHints } from '#components/ui/buttons/key-cap';

/** What a picker offers, and who hears of it. */
interface PickerProps<T> {
  /** What can be typed. */
  readonly label: string;
  readonly placeholder?: string;
  readonly query: string;
  readonly groups: readonly PickerGroup<T>[];
  /** Tells one from another. */
  readonly textOf: (one: T) => string;
  readonly row: (one: T) => ReactNode;
  /** What stands there when nothing is offered. */
  readonly nothing: ReactNode;
  /** A sentence above the list. */
  readonly sentence?: string | null;
  /** What Enter does, for the foot. */
  readonly verb?: string;
  /** Further keys for the foot, and what they do. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (one: T) => void;
  /** Instead of choosing, with Shift Enter. */
  readonly onMark?: (one: T) => void;
  /** Instead of choosing, with Ctrl Enter or a press with Ctrl; the picker stays open. */
  readonly onApart?: (one: T) => void;
  /** The field takes the keys from here on; given what is highlighted by then. */
  readonly onFocus?: (one: T | undefined) => void;
  readonly onClose: () => void;
}

/** Chooses one of many by typing: arrow keys, Enter, Esc; below the phone width it stands at the foot of the screen. */
export function PickerDialog<T>({
  name,
  isOpen,
  ...body
}: PickerProps<T> & {
  /** What the dialog is for. */
  readonly name: string;
  readonly isOpen: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && body.onClose()}
      onOpenChangeComplete={(wasOpened) => !wasOpened && body.onQuery('')}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center px-4 pt-[12vh] pb-4 max-phone:place-items-end max-phone:p-0 print:hidden">
          <Dialog.Popup
            aria-label={name}
            initialFocus={field}
            className="flex max-h-[min(34rem,78dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:h-[86dvh] max-phone:max-h-none max-phone:max-w-none max-phone:rounded-b-none"
          >
            <PickerBody {...body} field={field} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The field, the list and the keys, new for each opening. */
function PickerBody<T>({
  label,
  placeholder = label,
  query,
  groups,
  textOf,
  row,
  nothing,
  sentence = null,
  verb = 'choose',
  keys,
  field,
  onQuery,
  onChoose,
  onMark,
  onApart,
  onFocus,
  onClose,
}: PickerProps<T> & { readonly field: RefObject<HTMLInputElement | null> }) {
  const highlighted = useRef<T | undefined>(undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const press = (one: T, isApart: boolean) => {
    if (isApart && onApart) return onApart(one);
    onChoose(one);
    onClose();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={query}
      onValueChange={(text) => {
        scroller.current?.scrollTo(0, 0);
        onQuery(text);
      }}
      itemToStringValue={textOf}
      filter={null}
      autoHighlight="always"
      keepHighlight
      onItemHighlighted={(one: T | undefined) => {
        highlighted.current = one;
      }}
    >
      <label className="flex h-13 flex-none items-center gap-2.5 border-b border-line px-4 text-lg">
        <Search aria-hidden="true" className="size-4 flex-none text-text-muted" strokeWidth={2.1} />
        <Autocomplete.Input
          ref={field}
          aria-label={label}
          placeholder={placeholder}
          onFocus={() => onFocus?.(highlighted.current)}
          onKeyDownCapture={(event) => {
            const act = event.shiftKey ? onMark : event.ctrlKey || event.metaKey ? onApart : undefined;
            if (event.key !== 'Enter' || !act || !highlighted.current) return;
            event.preventDefault();
            event.stopPropagation();
            act(highlighted.current);
          }}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-muted"
        />
        {/* The way out: its key on a desk, the word on a phone, which has no such key. */}
        <Dialog.Close className="rounded-tag text-base text-accent max-phone:-mr-2 max-phone:h-10 max-phone:px-2">
          <span className="phone:sr-only">Close </span>
          <span className="max-phone:hidden">
            <KeyCap>Esc</KeyCap>
          </span>
        </Dialog.Close>
      </label>
      {sentence !== null && (
        <p className="flex-none border-b border-line px-4 py-2.5 text-sm text-pretty text-text-soft">
          {sentence}
        </p>
      )}
      <Autocomplete.Empty className="px-4 text-pretty text-text-soft not-empty:py-6">
        {nothing}
      </Autocomplete.Empty>
      <PickerList groups={groups} row={row} scroller={scroller} query={query} onPress={press} />
      <div className="flex-none border-t border-line px-4 py-2.5 text-xs text-text-muted max-phone:hidden">
        <KeyHints hints={{ '↑ ↓': 'move', Enter: verb, ...keys }} />
      </div>
    </Autocomplete.Root>
  );
}

/** What a picker offers under one heading; null for a list without headings. */
export interface PickerGroup<T> {
  readonly heading: string | null;
  readonly items: readonly T[];
}

/** Rows that fill the list of a high window; the others follow when the letter that was typed is on the screen. */
const FIRST_ROWS = 24;

/** The rows of a picker under their headings. */
function PickerList<T>({
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
