import { useState } from 'react';

/** What a dialog is about, also while it closes and nothing is asked any more. */
export function useLastAsked<T>(asked: T | null): T | null {
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return asked ?? last;
}
