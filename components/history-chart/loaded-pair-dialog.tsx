import { lazy, Suspense, useEffect, useState } from 'react';
import type { CurrencyOption } from '#lib/format/currency-list';
import type { ChartState } from './use-chart.ts';

/** The dialog comes as code of its own, once it is wanted. */
const loadDialog = () => import('./pair-dialog.tsx').then((file) => ({ default: file.PairDialog }));
const PairDialog = lazy(loadDialog);

/** When the page rests the dialog's code is fetched anyway, so that it opens at once. */
const PREFETCH_AFTER_MS = 2000;

/** What a chosen pair is for: to be shown in the place of this one, or beside it. */
export type PairPurpose = 'show' | 'compare';

/** Whether the dialog is open, and what for. */
export interface PairDialogState {
  readonly purpose: PairPurpose | null;
  /** Whether it ever was: from then on it stays, so that it can close in its own time. */
  readonly isWanted: boolean;
  readonly open: (purpose: PairPurpose) => void;
  readonly close: () => void;
}

/** The state of the dialog that chooses a pair. */
export function usePairDialog(): PairDialogState {
  const [purpose, setPurpose] = useState<PairPurpose | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    // A failure here is no news: it is fetched again when it is wanted.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    purpose,
    isWanted,
    open: (wanted) => {
      setPurpose(wanted);
      setIsWanted(true);
    },
    close: () => setPurpose(null),
  };
}

/** The dialog, where it was ever wanted. */
export function LoadedPairDialog({
  dialog,
  state,
  currencies,
}: {
  readonly dialog: PairDialogState;
  readonly state: ChartState;
  readonly currencies: readonly CurrencyOption[];
}) {
  if (!dialog.isWanted) return null;
  const { view, show } = state;
  return (
    <Suspense>
      <PairDialog
        purpose={dialog.purpose}
        pair={view}
        currencies={currencies}
        onClose={dialog.close}
        onChoose={(pair) =>
          dialog.purpose === 'compare' ? show({ compare: [...view.compare, pair] }) : show(pair)
        }
      />
    </Suspense>
  );
}
