import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { CurrencyMark } from '#components/ui/currency-mark';
import { KeyCap } from '#components/ui/key-cap';
import { COMMON_COUNT } from '#lib/format/common-currencies';
import type { CurrencyOption } from '#lib/format/currency-list';
import { type CurrencyGroup, countryFound, searchCurrencies } from '#lib/format/currency-search';
import type { PickedEnd } from './picked-end.ts';

/** Chooses a currency by code, name or country; arrow keys, Enter, Esc. */
export function CurrencyDialog({
  end,
  currencies,
  onClose,
  onChoose,
}: {
  readonly end: PickedEnd | null;
  readonly currencies: readonly CurrencyOption[];
  readonly onClose: () => void;
  readonly onChoose: (code: string) => void;
}) {
  const [query, setQuery] = useState('');
  const choose = (code: string) => {
    onChoose(code);
    onClose();
  };
  return (
    <Dialog.Root
      open={end !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && setQuery('')}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center px-4 pt-[12vh] pb-4 max-phone:place-items-end max-phone:p-0">
          <Dialog.Popup
            aria-label={end === 'from' ? 'Convert from which currency' : 'Convert to which currency'}
            className="flex max-h-[min(34rem,78dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:max-h-[86dvh] max-phone:max-w-none max-phone:rounded-b-none"
          >
            <Autocomplete.Root
              open
              inline
              items={searchCurrencies(currencies, query, COMMON_COUNT)}
              value={query}
              onValueChange={setQuery}
              itemToStringValue={({ code }: CurrencyOption) => code}
              filter={null}
              autoHighlight="always"
              keepHighlight
            >
              <label className="flex h-13 flex-none items-center gap-2.5 border-b border-line px-4 text-lg">
                <Search aria-hidden="true" className="size-4 flex-none text-text-muted" strokeWidth={2.1} />
                <Autocomplete.Input
                  aria-label="Code, name or country"
                  placeholder="Code, name or country"
                  className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-muted"
                />
                <Dialog.Close className="rounded-tag">
                  <span className="sr-only">Close </span>
                  <KeyCap>Esc</KeyCap>
                </Dialog.Close>
              </label>
              <Autocomplete.Empty className="px-4 not-empty:py-6 text-text-soft">
                No currency matches “{query.trim()}”.
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 flex-1 scroll-py-9 overflow-y-auto overscroll-contain pb-1 outline-none">
                {(group: CurrencyGroup) => (
                  <Autocomplete.Group key={group.heading} items={group.items}>
                    <Autocomplete.GroupLabel className="px-4 pt-3 pb-1 text-xs text-text-muted">
                      {group.heading}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(option: CurrencyOption) => (
                        <Row key={option.code} option={option} query={query} onChoose={choose} />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <div className="flex flex-none gap-4 border-t border-line px-4 py-2.5 text-xs text-text-muted max-phone:hidden">
                <span>
                  <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> move
                </span>
                <span>
                  <KeyCap>Enter</KeyCap> choose
                </span>
                <span>
                  <KeyCap>Esc</KeyCap> close
                </span>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({
  option,
  query,
  onChoose,
}: {
  readonly option: CurrencyOption;
  readonly query: string;
  readonly onChoose: (code: string) => void;
}) {
  return (
    <Autocomplete.Item
      value={option}
      onClick={() => onChoose(option.code)}
      className="mx-1 flex h-10 cursor-default items-center gap-2.5 rounded-control px-3 outline-none select-none data-highlighted:bg-selected data-highlighted:shadow-[inset_2px_0_0_var(--color-accent)] max-phone:h-12"
    >
      <CurrencyMark sign={option.mark} shape={option.shape} size="sm" />
      <b className="font-medium">{option.code}</b>
      <span className="min-w-0 truncate text-text-soft">{option.name}</span>
      <span className="ml-auto min-w-0 flex-none truncate pl-2 text-sm text-text-muted">
        {option.lastDay === null ? (countryFound(option, query) ?? '') : `until ${option.lastDay}`}
      </span>
    </Autocomplete.Item>
  );
}
