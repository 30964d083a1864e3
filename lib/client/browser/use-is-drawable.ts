import { startTransition, useEffect, useState } from 'react';

/** Whether a chart can be drawn: it has the size of its place, which only a browser knows, and nothing that a visitor does waits for it. */
export function useIsDrawable(): boolean {
  const [isDrawable, setIsDrawable] = useState(false);
  useEffect(() => startTransition(() => setIsDrawable(true)), []);
  return isDrawable;
}
