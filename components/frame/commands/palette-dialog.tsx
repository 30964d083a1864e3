import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { chooseLocale } from '#components/frame/preferences/choose-locale.ts';
import type { NamedSource } from './commands.tsx';
import { DialogExit } from '#components/ui/dialogs/dialog-exit';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { chooseTheme } from '#lib/client/browser/theme';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { curlRequest } from '#lib/format/curl-line';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { paletteGroups } from './palette-groups.ts';
import { PaletteRow } from './palette-row.tsx';
import { noteRecent } from '#lib/client/rates/currency-picks-store';
import { keepRecentPlace, readRecentPlaces } from './recent-places.ts';

/** The codes of a conversion's address. */
const CONVERTED = /^\/convert\/([A-Z0-9]+)\/([A-Z0-9]+)/;

/** Goes to any pair, currency, page or source, or does what is written: arrow keys, Enter, Ctrl Enter for a new tab, Esc. */
export function PaletteDialog({
  isOpen,
  typedAhead,
  onReady,
  sources,
  onClose,
  onHelp,
}: {
  readonly isOpen: boolean;
  /** What was typed before the field had the focus. */
  readonly typedAhead: string;
  /** Called when the field takes the keys itself; says whether Enter was pressed before. */
  readonly onReady: () => boolean;
  readonly sources: readonly NamedSource[];
  readonly onClose: () => void;
  readonly onHelp: () => void;
}) {
  const [queries] = useState(() => new QueryClient());
  const [client] = useState(() => createRatesClient(createBrowserTransport()));
  const [currencies] = useState(currencyOptions);
  const [text, setText] = useState(typedAhead);
  const [seen, setSeen] = useState({ isOpen, typedAhead });
  if (seen.isOpen !== isOpen || seen.typedAhead !== typedAhead) {
    setSeen({ isOpen, typedAhead });
    if (isOpen) setText(typedAhead);
  }
  const highlighted = useRef<PaletteEntry | undefined>(undefined);
  const deeds = {
    openHelp: onHelp,
    setTheme: chooseTheme,
    setLocale: chooseLocale,
    copyCurl: (asked: Parameters<typeof curlRequest>[1]) =>
      void navigator.clipboard?.writeText(curlRequest(window.location.origin, asked)).catch(() => undefined),
  };
  const recents = isOpen ? readRecentPlaces() : [];
  const groups = paletteGroups(text, { currencies, sources, recents, deeds });
  const choose = ({ text: name, leads }: PaletteEntry, isNewTab: boolean) => {
    if ('does' in leads) {
      onClose();
      leads.does();
      return;
    }
    keepRecentPlace({ text: name, href: leads.to });
    // What was converted stands first when a currency is chosen, however it was found.
    for (const code of CONVERTED.exec(leads.to)?.slice(1).toReversed() ?? []) noteRecent(code);
    if (isNewTab) window.open(leads.to, '_blank', 'noopener');
    else {
      onClose();
      window.location.assign(leads.to);
    }
  };
  const takeKeys = () => {
    if (onReady() && highlighted.current) choose(highlighted.current, false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !highlighted.current) return;
    event.preventDefault();
    choose(highlighted.current, true);
  };
  return (
    <QueryClientProvider client={queries}>
      <Dialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden" />
          <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center px-4 pt-[12vh] pb-4 max-phone:place-items-end max-phone:p-0 print:hidden">
            <Dialog.Popup
              aria-label="Command palette"
              className="flex max-h-[min(34rem,78dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:h-[86dvh] max-phone:max-h-none max-phone:max-w-none max-phone:rounded-b-none"
            >
              <Autocomplete.Root
                open
                inline
                items={groups}
                value={text}
                onValueChange={setText}
                itemToStringValue={(entry: PaletteEntry) => entry.text}
                onItemHighlighted={(entry: PaletteEntry | undefined) => {
                  highlighted.current = entry;
                }}
                filter={null}
                autoHighlight="always"
                keepHighlight
              >
                <label className="flex h-13 flex-none items-center gap-2.5 border-b border-line px-4 text-lg">
                  <Search aria-hidden="true" className="size-4 flex-none text-text-muted" strokeWidth={2.1} />
                  <Autocomplete.Input
                    aria-label="Pair, currency or page"
                    placeholder="100 eur in jpy, rates, ecb status"
                    onKeyDown={press}
                    onFocus={takeKeys}
                    className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-muted"
                  />
                  <DialogExit />
                </label>
                <Autocomplete.Empty className="px-4 not-empty:py-6 text-text-soft">
                  Nothing is called “{text.trim()}”. A pair is written eur usd, an amount 100 usd in jpy.
                </Autocomplete.Empty>
                <Autocomplete.List className="min-h-0 flex-1 scroll-py-9 overflow-y-auto overscroll-contain pb-1 outline-none">
                  {(group: PaletteGroup) => (
                    <Autocomplete.Group key={group.heading} items={group.items}>
                      <Autocomplete.GroupLabel className="px-4 pt-3 pb-1 text-xs text-text-muted">
                        {group.heading}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: PaletteEntry) => (
                          <PaletteRow key={entry.id} entry={entry} client={client} onChoose={choose} />
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
                <PaletteFoot />
              </Autocomplete.Root>
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </QueryClientProvider>
  );
}

function PaletteFoot() {
  return (
    <div className="flex flex-none gap-4 border-t border-line px-4 py-2.5 text-xs text-text-muted max-phone:hidden">
      <span>
        <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> move
      </span>
      <span>
        <KeyCap>Enter</KeyCap> open
      </span>
      <span>
        <KeyCap>Ctrl</KeyCap> <KeyCap>Enter</KeyCap> new tab
      </span>
    </div>
  );
}
