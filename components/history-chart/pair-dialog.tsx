import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { CurrencyMark } from '#components/ui/currency-mark';
import { KeyCap } from '#components/ui/key-cap';
import type { ChartPair } from '#lib/client/chart-address';
import { type OfferedPair, offeredPairs } from '#lib/format/chart-pair-search';
import type { CurrencyOption } from '#lib/format/currency-list';
import type { PairPurpose } from './loaded-pair-dialog.tsx';

/** Chooses a pair by codes, name or country: `yen`, `GBP/CHF`, `gbp chf`. */
export function PairDialog({
  purpose,
  pair,
  currencies,
  onClose,
  onChoose,
}: {
  readonly purpose: PairPurpose | null;
  readonly pair: ChartPair;
  readonly currencies: readonly CurrencyOption[];
  readonly onClose: () => void;
  readonly onChoose: (pair: ChartPair) => void;
}) {
  const [query, setQuery] = useState('');
  const name = purpose === 'compare' ? 'Compare with which pair' : 'Show which pair';
  return (
    <Dialog.Root
      open={purpose !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && setQuery('')}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center px-4 pt-[12vh] pb-4 max-phone:place-items-end max-phone:p-0">
          <Dialog.Popup
            aria-label={name}
            className="flex max-h-[min(34rem,78dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:max-h-[86dvh] max-phone:max-w-none max-phone:rounded-b-none"
          >
            <Autocomplete.Root
              open
              inline
              items={offeredPairs(currencies, pair, query)}
              value={query}
              onValueChange={setQuery}
              itemToStringValue={({ base, quote }: OfferedPair) => `${base}/${quote}`}
              filter={null}
              autoHighlight="always"
              keepHighlight
            >
              <label className="flex h-13 flex-none items-center gap-2.5 border-b border-line px-4 text-lg">
                <Search aria-hidden="true" className="size-4 flex-none text-text-muted" strokeWidth={2.1} />
                <Autocomplete.Input
                  aria-label="Pair, code, name or country"
                  placeholder={`${pair.base}/${pair.quote}, code, name or country`}
                  className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-muted"
                />
                <Dialog.Close className="rounded-tag">
                  <span className="sr-only">Close </span>
                  <KeyCap>Esc</KeyCap>
                </Dialog.Close>
              </label>
              <Autocomplete.Empty className="px-4 text-text-soft not-empty:py-6">
                No pair matches “{query.trim()}”.
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1 outline-none">
                {(offered: OfferedPair) => (
                  <Autocomplete.Item
                    key={`${offered.base}/${offered.quote}`}
                    value={offered}
                    onClick={() => {
                      onChoose({ base: offered.base, quote: offered.quote });
                      onClose();
                    }}
                    className="mx-1 flex h-10 cursor-default items-center gap-2.5 rounded-control px-3 outline-none select-none data-highlighted:bg-selected data-highlighted:shadow-[inset_2px_0_0_var(--color-accent)] max-phone:h-12"
                  >
                    <CurrencyMark sign={offered.mark} shape={offered.shape} size="sm" />
                    <b className="font-medium">
                      {offered.base}/{offered.quote}
                    </b>
                    <span className="min-w-0 truncate text-text-soft">{offered.name}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
