import { useDeferredValue, useMemo } from 'react';
import type { RatesState } from './use-rates.ts';

/** What the rows are made of. */
export interface ShownTable extends Pick<
  RatesState,
  'view' | 'base' | 'face' | 'rows' | 'series' | 'pins' | 'receivedAtMs'
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
  { view, base, face, rows, series, pins, receivedAtMs, trouble }: RatesState,
  search: string,
): ShownTable {
  const isUnsure = trouble?.kind === 'unreachable';
  const wanted = useMemo(
    () => ({ view, base, face, rows, series, pins, receivedAtMs, search, isUnsure }),
    [view, base, face, rows, series, pins, receivedAtMs, search, isUnsure],
  );
  return useDeferredValue(wanted);
}
