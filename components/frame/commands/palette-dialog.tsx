import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NamedSource } from './commands.tsx';
import { PickerDialog } from '#components/ui/dialogs/picker-dialog';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { otherCodeSentence } from '#lib/format/currencies/currency-picks';
import { type AskedFigure, type PaletteEntry, paletteGroups } from './palette-groups.ts';
import { noteRecent } from '#lib/client/rates/currency-picks-store';
import { keepRecentPlace, readRecentPlaces } from './recent-places.ts';
import { StateShape } from '#components/ui/state-shape';
import { convertAmount, exactNumber } from '#lib/domain/rates/exact-number';
import { amountParts, figureText, rateParts } from '#lib/format/numbers/figures';

/** The codes of a conversion's address. */
const CONVERTED = /^\/convert\/([A-Z0-9]+)\/([A-Z0-9]+)/;

/** Goes to any pair, currency, page or source, or does what is written: arrow keys, Enter, Ctrl Enter for a new tab, Esc. */
export function PaletteDialog({
  isOpen,
  text,
  sources,
  onReady,
  onText,
  onClose,
  onHelp,
}: {
  readonly isOpen: boolean;
  /** What is typed; it may have begun before the field had the focus. */
  readonly text: string;
  readonly sources: readonly NamedSource[];
  /** Called when the field takes the keys itself; says whether Enter was pressed before. */
  readonly onReady: () => boolean;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}) {
  const [client] = useState(() => createRatesClient(createBrowserTransport()));
  const [currencies] = useState(currencyOptions);
  const recents = isOpen ? readRecentPlaces() : [];
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
    else window.location.assign(leads.to);
  };
  return (
    <PickerDialog
      name="Command palette"
      label="Pair, currency or page"
      placeholder="100 eur in jpy, rates, ecb status"
      isOpen={isOpen}
      query={text}
      groups={paletteGroups(text, { currencies, sources, recents, openHelp: onHelp })}
      textOf={({ text: name }) => name}
      row={(entry) => <Row entry={entry} client={client} />}
      nothing={`Nothing is called “${text.trim()}”. A pair is written eur usd, an amount 100 usd in jpy.`}
      sentence={otherCodeSentence(text)}
      verb="open"
      keys={{ 'Ctrl Enter': 'new tab' }}
      onQuery={onText}
      onChoose={(entry) => choose(entry, false)}
      onApart={(entry) => choose(entry, true)}
      onFocus={(highlighted) => {
        if (!onReady() || !highlighted) return;
        choose(highlighted, false);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A line of the palette: what it is, and what is known of it at the end. */
function Row({ entry, client }: { readonly entry: PaletteEntry; readonly client: RatesClient }) {
  const { id, icon: Icon, text, note, figure, source } = entry;
  return (
    <>
      <Icon aria-hidden="true" className="size-4 flex-none text-text-soft" strokeWidth={1.9} />
      <span className="flex-none">{text}</span>
      {note !== undefined && <span className="min-w-0 truncate text-sm text-text-muted">{note}</span>}
      <span className="ml-auto flex-none pl-2 text-text-soft">
        {/* Another entry in the same line waits for its own rest of typing. */}
        {figure && <LiveFigure key={id} client={client} asked={figure} />}
        {source !== undefined && <LiveState client={client} source={source} />}
      </span>
    </>
  );
}

/** How long typing rests before a figure is asked for. */
const ASK_AFTER_MS = 200;

/** What stands at the end of a line is asked for once a minute, and left out where it cannot be had. */
const ONCE = { staleTime: 60_000, retry: false, networkMode: 'always' } as const;

/** What an amount comes to, as far as the service says so; room without a word until then. */
function LiveFigure({ client, asked }: { readonly client: RatesClient; readonly asked: AskedFigure }) {
  const { amount, from, to } = asked;
  const isRested = useIsRested();
  const { data: received } = useQuery({
    queryKey: ['palette-rate', from.code, to.code],
    queryFn: () => client.pair({ from: from.code, to: to.code, source: null }),
    enabled: isRested,
    ...ONCE,
  });
  if (received === undefined) return null;
  if (!received.answer.ok) return <>no rate</>;
  const { rate } = received.answer.value;
  // Rounded to minor units, unless nothing would be left of it.
  const parts =
    amount === '1' ? rateParts(rate) : amountParts(convertAmount(amount, exactNumber(rate)), to.minorUnits);
  return <b className="font-medium text-text">{figureText(parts)}</b>;
}

/** How a source is doing, by shape and word. */
function LiveState({ client, source }: { readonly client: RatesClient; readonly source: string }) {
  const { data: received } = useQuery({
    queryKey: ['palette-status'],
    queryFn: () => client.status(),
    ...ONCE,
  });
  if (!received?.answer.ok) return null;
  const state = received.answer.value.sources.find((one) => one.source === source)?.status;
  if (state === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <StateShape shape={state} className="size-3" />
      {state}
    </span>
  );
}

/** Whether this stands for a while already: each entry is new when the text is. */
function useIsRested(): boolean {
  const [isRested, setIsRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsRested(true), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRested;
}
