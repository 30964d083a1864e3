import { useMemo } from 'react';
import { Button } from '#components/ui/buttons/button';
import { Blank } from '#components/ui/notices/blank';
import { chartDate, dayField, nearDay } from '#lib/format/charts/chart-dates';
import { differenceModel, type DifferenceModel, MEASURED } from '#lib/format/charts/difference-model';
import {
  differenceName,
  differenceNote,
  differenceSentence,
  differenceText,
} from '#lib/format/charts/difference-text';
import { wholeText } from '#lib/format/numbers/number-text';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import { ChartFigure, FigurePlace } from '#components/history-chart/chart-figure';
import { TableSection } from '#components/history-chart/figures/loaded-figures-table';
import {
  RangeFigure,
  RangeFiguresCard,
  RangeFiguresSkeleton,
  Small,
} from '#components/history-chart/figures/range-figures-card';
import type { ChartParts, ChartState } from '#components/history-chart/use-chart.ts';
import { AlignedFigure } from '#components/ui/figures/figure';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { fractionChars } from '#lib/format/charts/chart-table';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { rateParts } from '#lib/format/numbers/figures';
import { FIGURE_CELL, TableFrame } from '#components/history-chart/figures/table-frame';
import { DifferencePlot } from './difference-plot.tsx';

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

/** What the difference of two sources amounts to over a range. */
export function DifferenceFiguresList({ state, nowMs }: ChartParts) {
  const difference = useDifference(state, nowMs);
  if (difference === null) return <RangeFiguresSkeleton isOnItsWay={false} />;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const { median, mean, last, largest, highest, lowest, days } = difference.figures;
  return (
    <RangeFiguresCard of={differenceName(difference)}>
      <RangeFigure term="Median">{differenceText(median)}</RangeFigure>
      <RangeFigure term="Mean">{differenceText(mean)}</RangeFigure>
      {Object.entries({ Last: last, Largest: largest, Highest: highest, Lowest: lowest }).map(
        ([term, { basisPoints, dayMs }]) => (
          <RangeFigure key={term} term={term}>
            {differenceText(basisPoints)}
            <Small>{nearDay(dayField(dayMs), thisYear)}</Small>
          </RangeFigure>
        ),
      )}
      <RangeFigure term="Days">
        {wholeText(days)}
        <Small>on which both have a figure</Small>
      </RangeFigure>
    </RangeFiguresCard>
  );
}

/** The difference of a chart as a table below it; nothing while there is none, which the chart itself says. */
export function DifferenceRows({ state, nowMs }: ChartParts) {
  const difference = useDifference(state, nowMs);
  if (difference === null) return null;
  return (
    <TableSection pair={`${state.view.base}/${state.view.quote}`}>
      <DifferenceTable difference={difference} />
    </TableSection>
  );
}

/** The difference of the two lines of a chart; null while there is none. */
function useDifference({ face }: ChartState, nowMs: number): DifferenceModel | null {
  const model = face.kind === 'filled' ? face.model : null;
  return useMemo(() => model && differenceModel(model, nowMs), [model, nowMs]);
}

/** Why two sources whose figures have come have no difference, in a sentence. */
function whyNoDifference({ view, lines, absent: [gone] }: ChartState): string {
  const pair = `${view.base}/${view.quote}`;
  if (gone?.line.source) {
    const source = capital(sourceInText(gone.line.source));
    return gone.message ?? `${source} has no figures of ${pair} in this range.`;
  }
  return lines[MEASURED]?.source === null
    ? `No other source has ${pair}. Choose another pair or show its rates.`
    : 'The two have no day in common in this range. Choose a longer one.';
}

/** The days of a difference, newest first. */
export function DifferenceTable({
  difference: { line, reference, days },
  isAlone,
}: {
  readonly difference: DifferenceModel;
  readonly isAlone?: boolean;
}) {
  const fractions = fractionChars({ lines: [line, reference] });
  return (
    <TableFrame
      name={`${line.base}/${line.quote}, ${differenceName({ line, reference })}`}
      heads={['Day', line.label, reference.label, 'Difference, bp']}
      count={days.length}
      isAlone={isAlone}
      row={(place) => {
        const day = days.at(-1 - place);
        if (!day) return null;
        return (
          <>
            <th scope="row" className={`${FIGURE_CELL} font-regular`}>
              <time dateTime={dayField(day.dayMs)}>{chartDate(day.dayMs, 'weekdayYear')}</time>
            </th>
            {[day.rate, day.referenceRate].map((rate, column) => (
              <td key={column} className={`${FIGURE_CELL} text-right`}>
                <AlignedFigure
                  parts={rateParts(rate)}
                  fractionChars={fractions[column] ?? 1}
                  onPhone={shortRate(rate)}
                />
              </td>
            ))}
            <td className={`${FIGURE_CELL} text-right font-medium`}>{basisPointsText(day.basisPoints)}</td>
          </>
        );
      }}
    />
  );
}
