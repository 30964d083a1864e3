import { ChevronDown } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import {
  type CurrencyDialogHandle,
  LoadedCurrencyDialog,
} from '#components/ui/dialogs/loaded-currency-dialog';
import { useServed } from '#components/frame/page-root';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';

const DIALOG_NAMES = { base: 'Show rates on which currency' };

/** What the table is of, chosen by code, name or country from all that it reaches. */
export function BasePicker({ state: { view, base, rows, show } }: { readonly state: RatesState }) {
  const { currencies } = useServed();
  const dialog = useRef<CurrencyDialogHandle<'base'>>(null);
  // All of them while the table has no rows.
  const bases = useMemo(() => {
    const reached = new Set([view.base, ...rows.map(({ code }) => code)]);
    return currencies.filter(({ code }) => rows.length === 0 || reached.has(code));
  }, [currencies, rows, view.base]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.pick('base')}
        className="inline-flex h-8 flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control hover:bg-hover max-phone:h-10"
      >
        <span className="text-text-soft max-phone:sr-only">Base</span>
        <CurrencyMark currency={base} size="sm" />
        <b className="font-medium">{view.base}</b>
        <ChevronDown aria-hidden="true" className="size-4 text-text-muted" />
      </button>
      <LoadedCurrencyDialog
        ref={dialog}
        names={DIALOG_NAMES}
        currencies={bases}
        missing={
          <p role="status" className="order-first basis-full text-sm text-degraded">
            The list of currencies could not be loaded. Choose again when the network is back, or change the
            code in the address.
          </p>
        }
        onChoose={(_, code) => show({ base: code })}
      />
    </>
  );
}
