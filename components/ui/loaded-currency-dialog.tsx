import { type Ref, useImperativeHandle, useState } from 'react';
import { useOnDemand } from '#lib/client/use-on-demand';
import { useStableCall } from '#lib/client/use-stable-call';
import type { CurrencyOption } from '#lib/format/currency-list';
import type { PickedEnd } from './picked-end.ts';

/** The dialog comes as code of its own: nobody needs it to read the first answer. */
const loadDialog = () => import('./currency-dialog.tsx');

/** What opens the dialog from outside. */
export interface CurrencyDialogHandle {
  readonly pick: (end: PickedEnd) => void;
}

/** The dialog, once its code is there. It knows itself whether it is open, so that opening it draws nothing else anew. */
export function LoadedCurrencyDialog({
  ref,
  currencies,
  onMissing,
  onChoose,
}: {
  readonly ref: Ref<CurrencyDialogHandle>;
  readonly currencies: readonly CurrencyOption[];
  /** Told at each opening whether the code could not be had. */
  readonly onMissing: (isMissing: boolean) => void;
  readonly onChoose: (end: PickedEnd, code: string) => void;
}) {
  const [picking, setPicking] = useState<PickedEnd | null>(null);
  const { part, load } = useOnDemand(loadDialog);
  const stop = useStableCall(() => setPicking(null));
  const pick = useStableCall((end: PickedEnd) => {
    setPicking(end);
    void load().then((isThere) => {
      onMissing(!isThere);
      if (!isThere) setPicking(null);
    });
  });
  useImperativeHandle(ref, () => ({ pick }), [pick]);
  return (
    part && <part.CurrencyDialog end={picking} currencies={currencies} onClose={stop} onChoose={onChoose} />
  );
}
