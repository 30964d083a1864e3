import { useEffect, useState } from 'react';

/** How long something says that it was copied. */
const SAID_MS = 2000;

/** Copies a text and says so for a moment; without a clipboard, or when it is refused, nothing says "copied". */
export function useCopied(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) => {
    void navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => undefined,
    );
  };
  return { isCopied, copy };
}
