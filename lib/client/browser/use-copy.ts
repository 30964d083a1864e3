import { useCallback, useMemo, useRef, useState } from 'react';

/** How long a button says that it has copied. */
const SAID_MS = 2000;

/** Copying to the clipboard and what was copied last; null again after a moment. */
export interface Copy {
  readonly copied: string | null;
  readonly copy: (what: string, text: string) => void;
}

/** Copies texts and remembers for a moment which one. */
export function useCopy(): Copy {
  const [copied, setCopied] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = useCallback((what: string, text: string) => {
    // Without a clipboard, or when it is refused, nothing says "copied"; the figure can still be selected.
    void navigator.clipboard?.writeText(text).then(
      () => {
        setCopied(what);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(null), SAID_MS);
      },
      () => undefined,
    );
  }, []);
  return useMemo(() => ({ copied, copy }), [copied, copy]);
}
