import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { useOnDemand } from '#lib/client/browser/use-on-demand';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';

/** The dialog comes as code of its own: nobody needs it to read the first answer. */
const loadDialog = () => import('./currency-dialog.tsx');

/** What opens the dialog from outside. */
export interface CurrencyDialogHandle<End extends string> {
  readonly pick: (end: End) => void;
}

/** The dialog, once its code is there. It knows itself whether it is open, so that opening it draws nothing else anew. */
export function LoadedCurrencyDialog<End extends string>({
  ref,
  names,
  currencies,
  missing,
  onChoose,
}: {
  readonly ref: Ref<CurrencyDialogHandle<End>>;
  /** What a currency may be chosen for, and what the dialog is called then. */
  readonly names: Readonly<Record<End, string>>;
  readonly currencies: readonly CurrencyOption[];
  /** What stands here when the code was wanted and could not be had. */
  readonly missing: ReactNode;
  readonly onChoose: (end: End, code: string) => void;
}) {
  // While the dialog closes it keeps its name.
  const [picked, setPicked] = useState<End | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { part, isMissing, load } = useOnDemand(loadDialog);
  useImperativeHandle(ref, () => ({
    pick: (end) => {
      setPicked(end);
      setIsOpen(true);
      void load().then((isThere) => isThere || setIsOpen(false));
    },
  }));
  if (part === null || picked === null) return isMissing && missing;
  return (
    <part.CurrencyDialog
      name={names[picked]}
      isOpen={isOpen}
      currencies={currencies}
      onClose={() => setIsOpen(false)}
      onChoose={(code) => onChoose(picked, code)}
    />
  );
}
