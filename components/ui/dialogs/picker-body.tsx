import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { DialogExit } from './dialog-exit.tsx';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { type PickerGroup, PickerList } from './picker-list.tsx';

/** What a picker offers, and who hears of it. */
export interface PickerBodyProps<T> {
  /** What can be typed. */
  readonly label: string;
  readonly placeholder?: string;
  readonly query: string;
  /** The same object until something else is offered. */
  readonly groups: readonly PickerGroup<T>[];
  /** Tells one from another. */
  readonly textOf: (one: T) => string;
  readonly row: (one: T) => ReactNode;
  /** What stands there when nothing is offered. */
  readonly nothing: ReactNode;
  /** A sentence above the list. */
  readonly above?: ReactNode;
  /** What Enter does, for the foot. */
  readonly verb?: string;
  /** Further keys for the foot. */
  readonly keys?: ReactNode;
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

/** A picker's field, its list and the keys. It stands there while the dialog is open. */
export function PickerBody<T>({
  label,
  placeholder = label,
  query,
  groups,
  textOf,
  row,
  nothing,
  above = null,
  verb = 'choose',
  keys = null,
  field,
  onQuery,
  onChoose,
  onMark,
  onApart,
  onFocus,
  onClose,
}: PickerBodyProps<T> & { readonly field: RefObject<HTMLInputElement | null> }) {
  const highlighted = useRef<T | undefined>(undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const press = useStableCall((one: T, isApart: boolean) => {
    if (isApart && onApart) return onApart(one);
    onChoose(one);
    onClose();
  });
  // Drawn again only with other rows, and not because the dialog opens.
  const list = useMemo(
    () => <PickerList groups={groups} row={row} scroller={scroller} query={query} onPress={press} />,
    [groups, row, query, press],
  );
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
        <DialogExit />
      </label>
      {above}
      <Autocomplete.Empty className="px-4 text-pretty text-text-soft not-empty:py-6">
        {nothing}
      </Autocomplete.Empty>
      {list}
      <Foot verb={verb} keys={keys} />
    </Autocomplete.Root>
  );
}

const Foot = memo(function Foot({ verb, keys }: { readonly verb: string; readonly keys: ReactNode }) {
  return (
    <div className="flex flex-none gap-4 border-t border-line px-4 py-2.5 text-xs text-text-muted max-phone:hidden">
      <span>
        <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> move
      </span>
      <span>
        <KeyCap>Enter</KeyCap> {verb}
      </span>
      {keys}
      <span>
        <KeyCap>Esc</KeyCap> close
      </span>
    </div>
  );
});
