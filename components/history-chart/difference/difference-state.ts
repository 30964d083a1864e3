import { useMemo } from 'react';
import type { AskTrouble } from '#lib/client/asking/ask-failure';
import {
  type DifferenceModel,
  differenceModel,
  MEASURED,
  REFERENCE,
} from '#lib/format/charts/difference-model';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** What stands in the place of a difference. */
export type DifferenceFace =
  | { readonly kind: 'filled'; readonly difference: DifferenceModel }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble }
  /** There is none, and why in a sentence. */
  | { readonly kind: 'none'; readonly reason: string };

/** The difference of the two lines of a chart; null while there is none. */
export function useDifference({ face }: Pick<ChartState, 'face'>, nowMs: number): DifferenceModel | null {
  const model = face.kind === 'filled' ? face.model : null;
  return useMemo(() => model && differenceModel(model, nowMs), [model, nowMs]);
}

/** What to show of a difference: itself, its place while a line is on its way, or why there is none. */
export function differenceFace(state: ChartState, difference: DifferenceModel | null): DifferenceFace {
  if (difference) return { kind: 'filled', difference };
  const { view, lines, having, absent, face, trouble } = state;
  const pair = `${view.base}/${view.quote}`;
  const [gone] = absent;
  if (gone?.line.source) {
    const source = capital(sourceInText(gone.line.source));
    return { kind: 'none', reason: gone.message ?? `${source} has no figures of ${pair} in this range.` };
  }
  const drawn = face.kind === 'filled' ? face.model.lines.map(({ place }) => place) : [];
  if (drawn.includes(MEASURED) && drawn.includes(REFERENCE)) {
    return { kind: 'none', reason: 'The two have no day in common in this range. Choose a longer one.' };
  }
  if (having !== undefined && lines[MEASURED]?.source === null) {
    return { kind: 'none', reason: `No other source has ${pair}. Choose another pair or show its rates.` };
  }
  return trouble === null ? { kind: 'loading' } : { kind: 'failed', trouble };
}
