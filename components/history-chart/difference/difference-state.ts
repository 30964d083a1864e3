import { useMemo } from 'react';
import { type DifferenceModel, differenceModel, MEASURED } from '#lib/format/charts/difference-model';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** The difference of the two lines of a chart; null while there is none. */
export function useDifference({ face }: Pick<ChartState, 'face'>, nowMs: number): DifferenceModel | null {
  const model = face.kind === 'filled' ? face.model : null;
  return useMemo(() => model && differenceModel(model, nowMs), [model, nowMs]);
}

/** Why two sources whose figures have come have no difference, in a sentence. */
export function whyNoDifference({ view, lines, absent: [gone] }: ChartState): string {
  const pair = `${view.base}/${view.quote}`;
  if (gone?.line.source) {
    const source = capital(sourceInText(gone.line.source));
    return gone.message ?? `${source} has no figures of ${pair} in this range.`;
  }
  return lines[MEASURED]?.source === null
    ? `No other source has ${pair}. Choose another pair or show its rates.`
    : 'The two have no day in common in this range. Choose a longer one.';
}
