import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { RatesState } from './use-rates.ts';

/** What the rows are made of. */
export interface ShownTable extends Pick<
  RatesState,
  'view' | 'base' | 'face' | 'rows' | 'series' | 'isSeriesAwaited' | 'pins' | 'receivedAtMs'
> {
  readonly search: string;
  /** Whether nobody can say how old the figures are by now. */
  readonly isUnsure: boolean;
}

/**
 * The table that is shown: it follows what was pressed or typed in the frames after, so that a chip or a letter is seen at
 * once, however many rows change.
 */
export function useShownTable(
  { view, base, face, rows, series, isSeriesAwaited, pins, receivedAtMs, trouble }: RatesState,
  search: string,
): ShownTable {
  const isUnsure = trouble?.kind === 'unreachable';
  const wanted = useMemo(
    () => ({ view, base, face, rows, series, isSeriesAwaited, pins, receivedAtMs, search, isUnsure }),
    [view, base, face, rows, series, isSeriesAwaited, pins, receivedAtMs, search, isUnsure],
  );
  return useDeferredValue(wanted);
}

/** How long typing rests before the address follows. */
const RESTED_MS = 300;

/** The text of the search field: rows follow at once, the address when typing rests. */
export interface Search {
  readonly text: string;
  readonly set: (text: string) => void;
}

/** Keeps what is typed and the address's `q` together. */
export function useSearch({ view, show }: Pick<RatesState, 'view' | 'show'>): Search {
  const [text, setText] = useState(view.search);
  const [inAddress, setInAddress] = useState(view.search);
  // Back, forward or a cleared filter: the address has changed and this field has not done it.
  if (inAddress !== view.search) {
    setInAddress(view.search);
    if (view.search !== text.trim()) setText(view.search);
  }
  useEffect(() => {
    const search = text.trim();
    if (search === view.search) return;
    const timer = setTimeout(() => show({ search }, 'replace'), RESTED_MS);
    return () => clearTimeout(timer);
  });
  return { text, set: setText };
}
