import { useEffect, useState } from 'react';

/** The dialog comes as code of its own: nobody needs it to read the first answer. */
const loadDialog = () => import('./currency-dialog.tsx');

/** When the page rests the dialog's code is fetched anyway, so that it opens at once, and without a network too. */
const PREFETCH_AFTER_MS = 2000;

/** The currency dialog once its code is there. */
export interface LoadedDialog {
  readonly dialog: Awaited<ReturnType<typeof loadDialog>> | null;
  /** Whether it was wanted and could not be had. */
  readonly isMissing: boolean;
  /** Fetches it now; false when it cannot be had. */
  readonly load: () => Promise<boolean>;
}

/** Fetches the currency dialog when it is wanted, or before. */
export function useCurrencyDialog(): LoadedDialog {
  const [dialog, setDialog] = useState<LoadedDialog['dialog']>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    // A failure here is no news: it is fetched again when it is wanted.
    const timer = setTimeout(() => void loadDialog().then(setDialog, () => undefined), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const load = async () => {
    const loaded = await loadDialog().catch(() => null);
    setIsMissing(loaded === null);
    if (loaded) setDialog(loaded);
    return loaded !== null;
  };
  return { dialog, isMissing, load };
}
