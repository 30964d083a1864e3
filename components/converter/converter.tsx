'use client';
import { useRef, useState } from 'react';
import { NoticeRow } from '#components/ui/notice-row';
import type { PageClock } from '#components/ui/ticking-time';
import type { RatesClient } from '#lib/client/rates-client';
import type { CurrencyOption } from '#lib/format/currency-list';
import { amountParts, figureText, plainFigure, roundedAmount } from '#lib/format/figures';
import { Announcer } from './announcer.tsx';
import type { PickedEnd } from './picked-end.ts';
import { Notices } from './notices.tsx';
import { SameAmount } from './same-amount.tsx';
import { Sheet } from './sheet.tsx';
import { useConverter } from './use-converter.ts';
import { useCurrencyDialog } from './use-currency-dialog.ts';
import { useCopy } from './use-copy.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** What the server gives the page. */
export interface ServedConverter {
  /** The address that was asked for, path and query. */
  readonly address: string;
  /** See lib/format/currency-pack.ts; the common ones first. */
  readonly packedCurrencies: string;
  readonly clock: PageClock;
  /** Whether this service has any figures yet. */
  readonly hasFigures: boolean;
}

/** The converter: notices, the ledger with its proof, and the same amount in other currencies. */
export function Converter({
  client,
  address,
  currencies,
  clock,
  hasFigures,
}: Omit<ServedConverter, 'packedCurrencies'> & {
  readonly client: RatesClient;
  readonly currencies: readonly CurrencyOption[];
}) {
  const state = useConverter(client, { address, currencies });
  const { view, from, to, amount, result, show } = state;
  const [picking, setPicking] = useState<PickedEnd | null>(null);
  const picker = useCurrencyDialog();
  const amountField = useRef<HTMLInputElement>(null);
  const copy = useCopy();
  const copyResult = () => {
    if (result !== null) copy.copy('result', plainFigure(result));
  };
  const pick = (end: PickedEnd) => {
    setPicking(end);
    void picker.load().then((isThere) => isThere || setPicking(null));
  };
  const swap = () => show({ from: view.to, to: view.from });
  useShortcuts({ '/': () => focusAll(amountField.current), s: swap, c: copyResult });
  const amountText =
    amount.amount === null ? amount.text : figureText(amountParts(Number(amount.amount), from.minorUnits));
  return (
    <>
      <title>{titleOf(state)}</title>
      <h1 className="sr-only">
        Convert {from.name} to {to.name}
      </h1>
      {picker.isMissing && (
        <NoticeRow tone="degraded" title="The list of currencies could not be loaded.">
          Choose again when the network is back. Until then the address takes codes: /convert/{view.from}/
          {view.to}.
        </NoticeRow>
      )}
      <Notices state={state} />
      <div className="grid grid-cols-12 items-start gap-6 max-phone:gap-4">
        <div className="col-span-8 min-w-0 max-xl:col-span-12">
          <Sheet
            client={client}
            state={state}
            clock={clock}
            hasFigures={hasFigures}
            amountField={amountField}
            copy={copy}
            onCopyResult={copyResult}
            onSwap={swap}
            onPick={pick}
          />
        </div>
        <aside
          className="col-span-4 min-w-0 max-xl:col-span-12"
          aria-label="The same amount in other currencies"
        >
          <SameAmount client={client} state={state} currencies={currencies} amountText={amountText} />
        </aside>
      </div>
      {picker.dialog && (
        <picker.dialog.CurrencyDialog
          end={picking}
          currencies={currencies}
          onClose={() => setPicking(null)}
          onChoose={(code) => picking !== null && show({ [picking]: code })}
        />
      )}
      <Announcer
        text={
          result === null
            ? null
            : `${amountText} ${from.name} is ${figureText(amountParts(result, to.minorUnits))} ${to.name}`
        }
      />
    </>
  );
}

function titleOf({ view, from, to, amount, result }: ReturnType<typeof useConverter>): string {
  if (result === null || amount.amount === null) return `${view.from} to ${view.to} · Crossrate`;
  const given = figureText(amountParts(Number(amount.amount), from.minorUnits));
  return `${given} ${view.from} = ${roundedAmount(result, to.minorUnits)} ${view.to} · Crossrate`;
}

function focusAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
