import { useState } from 'react';
import { type OnDemand, useOnDemand } from '#lib/client/browser/use-on-demand';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** The dialog comes as code of its own, once it is wanted. */
const loadDialog = () => import('./pair-dialog.tsx');

/** What a chosen pair is for: to be shown in the place of this one, or beside it. */
export type PairPurpose = 'show' | 'compare';

/** Whether the dialog is open, and what for. */
export interface PairDialogState {
  readonly purpose: PairPurpose | null;
  /** Its code; null until it is there and was wanted once. */
  readonly code: OnDemand<Awaited<ReturnType<typeof loadDialog>>>['part'];
  readonly open: (purpose: PairPurpose) => void;
  readonly close: () => void;
}

/** The state of the dialog that chooses a pair. */
export function usePairDialog(): PairDialogState {
  const [purpose, setPurpose] = useState<PairPurpose | null>(null);
  const [wasWanted, setWasWanted] = useState(false);
  const { part, load } = useOnDemand(loadDialog);
  return {
    purpose,
    code: wasWanted ? part : null,
    open: (wanted) => {
      setPurpose(wanted);
      setWasWanted(true);
      void load().then((isThere) => isThere || setPurpose(null));
    },
    close: () => setPurpose(null),
  };
}

/** The dialog, once its code is there. */
export function LoadedPairDialog({
  dialog,
  state,
  currencies,
}: {
  readonly dialog: PairDialogState;
  readonly state: ChartState;
  readonly currencies: readonly CurrencyOption[];
}) {
  if (dialog.code === null) return null;
  const { view, show } = state;
  return (
    <dialog.code.PairDialog
      purpose={dialog.purpose}
      pair={view}
      currencies={currencies}
      onClose={dialog.close}
      onChoose={(pair) =>
        dialog.purpose === 'compare' ? show({ compare: [...view.compare, pair] }) : show(pair)
      }
    />
  );
}
