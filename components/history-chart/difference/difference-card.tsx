import { useId } from 'react';
import { Button } from '#components/ui/buttons/button';
import { Blank } from '#components/ui/notices/blank';
import { Failed } from '#components/ui/notices/failed';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import type { DifferenceModel } from '#lib/format/charts/difference-model';
import { differenceName, differenceNote, differenceSentence } from '#lib/format/charts/difference-text';
import { ChartCredit } from '#components/history-chart/chart-credit';
import { PlotSkeleton } from '#components/history-chart/plot/plot-skeleton';
import type { ChartState } from '#components/history-chart/use-chart.ts';
import { DifferencePlot } from './difference-plot.tsx';
import { differenceFace, useDifference } from './difference-state.ts';
import { DifferenceTable } from './difference-table.tsx';

/** The difference of two sources in the card of the chart: the plot or the table, and the range in one sentence. */
export function DifferenceCard({
  state,
  nowMs,
  credits,
}: {
  readonly state: ChartState;
  readonly nowMs: number;
  readonly credits: Readonly<Record<string, string>>;
}) {
  const face = differenceFace(state, useDifference(state, nowMs));
  switch (face.kind) {
    case 'filled':
      return state.view.isTable ? (
        <DifferenceTable difference={face.difference} isAlone />
      ) : (
        <FilledDifference
          difference={face.difference}
          credits={credits}
          isStandIn={state.isStandIn}
          nowMs={nowMs}
        />
      );
    case 'loading':
      return <PlotSkeleton text="Reading the history" hasStrip={false} />;
    case 'failed':
      return (
        <Failed
          title="The history could not be read"
          failure={face.trouble}
          onRetry={face.trouble.kind === 'limited' ? null : state.retry}
        >
          Your range and sources are kept in the address.
        </Failed>
      );
    case 'none':
      return (
        <Blank
          title="There is no difference to show"
          actions={
            <Button look="main" onClick={() => state.show({ against: null })}>
              Show the rates
            </Button>
          }
        >
          <p>{face.reason}</p>
        </Blank>
      );
    default:
      return face satisfies never;
  }
}

function FilledDifference({
  difference,
  credits,
  isStandIn,
  nowMs,
}: {
  readonly difference: DifferenceModel;
  readonly credits: Readonly<Record<string, string>>;
  readonly isStandIn: boolean;
  readonly nowMs: number;
}) {
  const summaryId = useId();
  const isDrawable = useIsDrawable();
  return (
    <figure aria-labelledby={summaryId} className="max-phone:flex max-phone:flex-col">
      <p className="min-h-7 px-6 pt-2 text-xs/4 text-text-muted max-phone:order-1 max-phone:px-4 max-phone:pt-0 max-phone:pb-2">
        {differenceName(difference)}, in basis points
      </p>
      {isDrawable ? (
        <DifferencePlot difference={difference} isStandIn={isStandIn} nowMs={nowMs} />
      ) : (
        <PlotSkeleton hasStrip={false} />
      )}
      <figcaption className="border-t border-line px-6 py-3 text-pretty text-text-soft max-phone:order-2 max-phone:px-4">
        <p id={summaryId}>{differenceSentence(difference)}</p>
        <p className="mt-1 text-sm">{differenceNote(difference)}</p>
        <ChartCredit lines={[difference.line, difference.reference]} credits={credits} />
      </figcaption>
    </figure>
  );
}
