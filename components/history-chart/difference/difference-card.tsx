import { Button } from '#components/ui/buttons/button';
import { Blank } from '#components/ui/notices/blank';
import { differenceName, differenceNote, differenceSentence } from '#lib/format/charts/difference-text';
import { ChartFigure, FigurePlace } from '#components/history-chart/chart-figure';
import type { ChartParts } from '#components/history-chart/use-chart.ts';
import { DifferencePlot } from './difference-plot.tsx';
import { useDifference, whyNoDifference } from './difference-state.ts';
import { DifferenceTable } from './difference-table.tsx';

/** The difference of two sources in the card of the chart: the plot or the table, and the range in one sentence. */
export function DifferenceCard({ state, nowMs, credits }: ChartParts) {
  const difference = useDifference(state, nowMs);
  if (difference === null && state.isStandIn) return <FigurePlace hasStrip={false} />;
  if (difference === null) {
    return (
      <Blank
        title="There is no difference to show"
        actions={
          <Button look="main" onClick={() => state.show({ against: null })}>
            Show the rates
          </Button>
        }
      >
        <p>{whyNoDifference(state)}</p>
      </Blank>
    );
  }
  if (state.view.isTable) return <DifferenceTable difference={difference} isAlone />;
  return (
    <ChartFigure
      above={`${differenceName(difference)}, in basis points`}
      hasStrip={false}
      summary={differenceSentence(difference)}
      note={differenceNote(difference)}
      lines={[difference.line, difference.reference]}
      credits={credits}
    >
      <DifferencePlot difference={difference} isStandIn={state.isStandIn} nowMs={nowMs} />
    </ChartFigure>
  );
}
