import { useState } from 'react';
import { useOnDemand } from '#lib/client/browser/use-on-demand';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** The dialog comes as code of its own, once it is wanted. */
const loadDialog = () => import('./pair-dialog.tsx');

/** What a chosen pair is for: to be shown in the place of this one, or beside it. */
export type PairPurpose = 'show' | 'compare';

/** The dialog that chooses a pair, what it is open for, and what opens it. */
export function usePairDialog({ view, show }: ChartState, currencies: readonly CurrencyOption[]) {
  const [purpose, setPurpose] = useState<PairPurpose | null>(null);
  const [wasWanted, setWasWanted] = useState(false);
  const { part, load } = useOnDemand(loadDialog);
  return {
    purpose,
    open: (wanted: PairPurpose) => {
      setPurpose(wanted);
      setWasWanted(true);
      void load().then((isThere) => isThere || setPurpose(null));
    },
    dialog: wasWanted && part && (
      <part.PairDialog
        purpose={purpose}
        pair={view}
        currencies={currencies}
        onClose={() => setPurpose(null)}
        onChoose={(pair) => show(purpose === 'compare' ? { compare: [...view.compare, pair] } : pair)}
      />
    ),
  };
}
