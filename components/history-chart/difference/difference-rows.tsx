import { TableSection } from '#components/history-chart/figures/table-section';
import type { ChartState } from '#components/history-chart/use-chart.ts';
import { useDifference } from './difference-state.ts';
import { DifferenceTable } from './difference-table.tsx';

/** The difference of a chart as a table below it; nothing while there is none, which the chart itself says. */
export function DifferenceRows({ state, nowMs }: { readonly state: ChartState; readonly nowMs: number }) {
  const difference = useDifference(state, nowMs);
  if (difference === null) return null;
  return (
    <TableSection pair={`${state.view.base}/${state.view.quote}`}>
      <DifferenceTable difference={difference} />
    </TableSection>
  );
}
