'use client';
import { useDeferredValue, useMemo, useRef } from 'react';
import {
  type CurrencyDialogHandle,
  LoadedCurrencyDialog,
} from '#components/ui/dialogs/loaded-currency-dialog';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { useServed } from '#components/frame/page-root';
import { withFurther } from '#lib/client/rates/code-lists';
import { swapped, withEnd } from '#lib/client/address/converter-address';
import { toggleFavourite } from '#lib/client/rates/currency-picks-store';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { sourceInText } from '#lib/format/sources/source-names';
import { amountParts, figureText, plainFigure } from '#lib/format/numbers/figures';
import type { Timetables } from '#lib/format/sources/next-expected';
import { Announcer } from './announcer.tsx';
import {
  LaterBankCard,
  LaterLadderCard,
  LaterLiveQuote,
  LaterMonthCard,
  LaterSameAmount,
  LaterSourcesCard,
} from './cards/later-cards.tsx';
import { Notices } from './notices.tsx';
import { PICKED_NAMES, type PickedEnd } from './model/picked-end.ts';
import type { ListedAmount } from './cards/same-amount.tsx';
import { ConverterCard } from './ledger/converter-card.tsx';
import type { ShownPair } from './model/shown-pair.ts';
import { RecentPairs } from './recent-pairs.tsx';
import { useFurtherCurrencies } from './model/use-further-currencies.ts';
import { useComparison } from './model/use-comparison.ts';
import { type ConverterState, type KeptInCookies, useConverter } from './model/use-converter.ts';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useCopy } from '#lib/client/browser/use-copy';

/** What the server knows of the converter beside what it tells every page. */
interface ServedConverter extends KeptInCookies {
  readonly timetables: Timetables;
  /** The cookie of the further currencies. */
  readonly also: string | null;
  /** Whether this service has any figures yet. */
  readonly hasFigures: boolean;
}

/** The converter: notices, the ledger with its proof, every source, the same amount in other currencies, the last month. */
export function Converter(served: ServedConverter) {
  const { currencies } = useServed();
  const state = useConverter(served);
  const { view, from, to, amount, computed, show, face } = state;
  const pair = useMemo<ShownPair>(
    () => ({ from: view.from, to: view.to, source: view.source, date: view.date }),
    [view.from, view.to, view.source, view.date],
  );
  const answering = face.kind === 'filled' ? face.conversion.source : null;
  const hasRate = face.kind !== 'none';
  const asked = useMemo(() => ({ pair, answering, hasRate }), [pair, answering, hasRate]);
  // Another pair is answered by the card; what stands beside it follows in the next frame.
  const beside = useDeferredValue(asked);
  const isBehind = beside.pair !== pair;
  const comparison = useComparison(beside.pair);
  const also = useFurtherCurrencies(state, served.also);
  const listed = useListedAmount(state);
  const dialog = useRef<CurrencyDialogHandle<PickedEnd>>(null);
  const fields = {
    from: useRef<HTMLInputElement>(null),
    to: useRef<HTMLInputElement>(null),
  };
  const copy = useCopy();
  const copyComputed = useStableCall(() => {
    if (computed !== null) copy.copy('result', plainFigure(computed));
  });
  const pick = useStableCall((end: PickedEnd) => dialog.current?.pick(end));
  const add = useStableCall(() => pick('also'));
  const swap = useSwap(state);
  const take = (end: PickedEnd, code: string) =>
    end === 'also' ? also.change(withFurther(also.codes, code)) : show(withEnd(view, end, code));
  usePageKeys({
    '/': () => focusAll(fields[amount.end].current),
    s: swap,
    c: copyComputed,
    f: () => toggleFavourite(view.to),
  });
  return (
    <>
      <title>{titleOf(state)}</title>
      <h1 className="sr-only">
        Convert {from.name} to {to.name}
      </h1>
      <LoadedCurrencyDialog
        ref={dialog}
        names={PICKED_NAMES}
        currencies={currencies}
        missing={
          <NoticeRow tone="degraded" title="The list of currencies could not be loaded.">
            Choose again when the network is back. Until then the address takes codes: /convert/{view.from}/
            {view.to}.
          </NoticeRow>
        }
        onChoose={take}
      />
      <Notices state={state} timetables={served.timetables} />
      <RecentPairs view={state.onward} hasRate={hasRateOf(state)} show={show} />
      <div className="grid grid-cols-12 items-start gap-6 max-phone:gap-4 xl:grid-rows-[auto_1fr]">
        <div className="col-span-12 grid min-w-0 grid-cols-1 gap-6 max-phone:gap-4 xl:col-span-8">
          <ConverterCard
            state={state}
            pair={pair}
            comparison={comparison}
            timetables={served.timetables}
            hasFigures={served.hasFigures}
            fields={fields}
            copy={copy}
            onCopy={copyComputed}
            onSwap={swap}
            onPick={pick}
          />
          <LaterBankCard state={state} />
          <LaterLadderCard state={state} />
        </div>
        <aside
          aria-busy={isBehind}
          className="laid-out-when-near col-span-12 grid min-w-0 grid-cols-1 gap-6 aria-busy:opacity-60 max-phone:gap-4 xl:col-span-4 xl:row-span-2"
          aria-label="Further figures"
        >
          <LaterSameAmount listed={listed} also={also} show={show} onAdd={add} />
          {beside.pair.date === null && <LaterMonthCard pair={beside.pair} />}
        </aside>
        <div
          id="sources"
          aria-busy={isBehind}
          className="laid-out-when-near @container col-span-12 min-w-0 aria-busy:opacity-60 xl:col-span-8"
        >
          <LaterSourcesCard
            {...beside}
            isUnsure={state.trouble?.kind === 'unreachable'}
            comparison={comparison}
            show={show}
          />
        </div>
      </div>
      <Announcer text={announcement(state)} />
      {pair.date === null && <LaterLiveQuote pair={pair} />}
    </>
  );
}

/** Changes the two over. However often it is done in a row, it is one step for "back". */
function useSwap({ view, show }: ConverterState): () => void {
  const swappedTo = useRef<string | null>(null);
  return useStableCall(() => {
    const pair = swapped(view);
    const isAgain = swappedTo.current === `${view.from}/${view.to}`;
    swappedTo.current = `${pair.from}/${pair.to}`;
    show(pair, isAgain ? 'replace' : 'push');
  });
}

/** The amount of `from` for people: typed or computed; what cannot be read as it was typed. */
function fromText({ fromAmount, from, amount }: ConverterState): string {
  if (fromAmount !== null) return figureText(amountParts(Number(fromAmount), from.minorUnits));
  return amount.end === 'from' ? amount.field.text : '–';
}

/** A key is answered by the card; what stands beside it follows in the next frame. */
function useListedAmount(state: ConverterState): ListedAmount {
  const { view, amount, fromAmount } = state;
  const isUnread = fromAmount === null && amount.end === 'from';
  const given = fromAmount ?? (isUnread ? view.amount : '1');
  const heading = `${isUnread ? 'The same amount' : `${fromText(state)} ${view.from}`}${view.source === null ? '' : ` at ${sourceInText(view.source)}`} in`;
  return useDeferredValue(
    useMemo(() => ({ view, fromAmount, given, heading }), [view, fromAmount, given, heading]),
  );
}

/** Whether the rate that is shown is the pair's own, and not that of the one before. */
function hasRateOf({ view, face }: ConverterState): boolean {
  return face.kind === 'filled' && face.conversion.from === view.from && face.conversion.to === view.to;
}

function titleOf(state: ConverterState): string {
  const { view, to, fromAmount, result } = state;
  if (result === null || fromAmount === null) return `${view.from} to ${view.to} · Crossrate`;
  return `${fromText(state)} ${view.from} = ${figureText(amountParts(result, to.minorUnits))} ${view.to}${onDay(view.date)} · Crossrate`;
}

function announcement(state: ConverterState): string | null {
  const { from, to, fromAmount, result } = state;
  if (result === null || fromAmount === null) return null;
  const sum = `${fromText(state)} ${from.name} is ${figureText(amountParts(result, to.minorUnits))} ${to.name}`;
  return sum + onDay(state.view.date);
}

function onDay(date: IsoDay | null): string {
  return date === null ? '' : ` on ${dayText(startOfDay(date))}`;
}

function focusAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
