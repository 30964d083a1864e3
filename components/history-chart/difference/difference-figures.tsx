import { dayField, nearDay } from '#lib/format/charts/chart-dates';
import { wholeText } from '#lib/format/numbers/number-text';
import { differenceName, differenceText } from '#lib/format/charts/difference-text';
import {
  RangeFigure,
  RangeFiguresCard,
  RangeFiguresSkeleton,
  Small,
} from '#components/history-chart/figures/range-figures-card';
import type { ChartParts } from '#components/history-chart/use-chart.ts';
import { useDifference } from './difference-state.ts';

/** What the difference of two sources amounts to over a range. */
export function DifferenceFiguresList({ state, nowMs }: ChartParts) {
  const difference = useDifference(state, nowMs);
  if (difference === null) return <RangeFiguresSkeleton isOnItsWay={false} />;
  const { figures } = difference;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const { last, largest, highest, lowest } = figures;
  return (
    <RangeFiguresCard of={differenceName(difference)}>
      <RangeFigure term="Median">{differenceText(figures.median)}</RangeFigure>
      <RangeFigure term="Mean">{differenceText(figures.mean)}</RangeFigure>
      {Object.entries({ Last: last, Largest: largest, Highest: highest, Lowest: lowest }).map(
        ([term, { basisPoints, dayMs }]) => (
          <RangeFigure key={term} term={term}>
            {differenceText(basisPoints)}
            <Small>{nearDay(dayField(dayMs), thisYear)}</Small>
          </RangeFigure>
        ),
      )}
      <RangeFigure term="Days">
        {wholeText(figures.days)}
        <Small>on which both have a figure</Small>
      </RangeFigure>
    </RangeFiguresCard>
  );
}
