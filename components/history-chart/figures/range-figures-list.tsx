import { useState } from 'react';
import { Change } from '#components/ui/figures/change';
import { Choice } from '#components/ui/fields/choice';
import { daysAYear, type RatePoint } from '#lib/domain/series/range-figures';
import { chartDate } from '#lib/format/charts/chart-dates';
import { type ChartModel, DRAWN_POINTS_MAX, type ModelLine } from '#lib/format/charts/chart-model';
import { periodName } from '#lib/format/charts/period-text';
import { ordinal, percentText, shortRate } from '#lib/format/charts/chart-numbers';
import { wholeText } from '#lib/format/numbers/number-text';
import { RangeFigure, RangeFiguresCard, Small } from './range-figures-card.tsx';
import { sourceName } from '#lib/format/sources/source-names';

/** What the range of a line amounts to: of the first one until another is chosen. */
export function RangeFiguresList({
  model,
  thisYear,
}: {
  readonly model: ChartModel;
  readonly thisYear: number;
}) {
  const { lines, isIntraday, period } = model;
  const [place, setPlace] = useState(0);
  const first = lines.find((line) => line.place === place && line.figures !== null) ?? lines[0];
  if (!first) return null;
  const figures = first.figures ?? model.figures;
  const nameOf = ({ label, source }: ModelLine) =>
    model.baseMs === null ? sourceName(source) : `${label}, ${sourceName(source)}`;
  const isThisYear = new Date(figures.open.atMs).getUTCFullYear() === thisYear;
  const point = ({ rate, atMs }: RatePoint) => (
    <>
      {shortRate(rate)}
      <Small>
        {period ? periodName(atMs, period.length) : chartDate(atMs, isThisYear ? 'short' : 'day')}
        {isIntraday && `, ${chartDate(atMs, 'time')} UTC`}
      </Small>
    </>
  );
  const days = daysAYear(first.facts.rhythm.kind);
  return (
    <RangeFiguresCard
      of={
        lines.length === 1 ? (
          nameOf(first)
        ) : (
          <Choice
            label="Range figures of"
            look="chip"
            value={String(first.place)}
            shown={first.label}
            onChoose={(value) => setPlace(Number(value))}
          >
            {lines.map((line) => (
              <option key={line.place} value={line.place}>
                {nameOf(line)}
              </option>
            ))}
          </Choice>
        )
      }
    >
      <RangeFigure term="Open">{point(figures.open)}</RangeFigure>
      <RangeFigure term="Last">{point(figures.last)}</RangeFigure>
      <RangeFigure term="High">{point(figures.high)}</RangeFigure>
      <RangeFigure term="Low">{point(figures.low)}</RangeFigure>
      <RangeFigure term="Mean">{shortRate(figures.mean)}</RangeFigure>
      {(model.baseMs === null ? [first] : lines).map(({ place, label, figures: ofLine }) => (
        <RangeFigure key={place} term={model.baseMs === null ? 'Change' : `Change of ${label}`}>
          {ofLine?.count === 1 ? (
            <span className="text-text-muted">needs two points</span>
          ) : (
            ofLine && <Change percent={ofLine.changePercent} />
          )}
        </RangeFigure>
      ))}
      <RangeFigure term="Volatility per year">
        {figures.volatilityPercent === null ? (
          <span className="text-text-muted">{period ? 'not for periods' : 'needs three days'}</span>
        ) : (
          <>
            {percentText(figures.volatilityPercent)}
            <Small>
              daily log returns {'×\u00A0√'}
              {days}
            </Small>
          </>
        )}
      </RangeFigure>
      <RangeFigure term={period ? 'Periods' : 'Points'}>
        {wholeText(figures.count)}
        <Small>{drawnText(figures.count)}</Small>
      </RangeFigure>
      <RangeFigure term={'Last in the range'}>
        {figures.percentile === null ? (
          <span className="text-text-muted">{figures.count === 1 ? 'a single point' : 'all the same'}</span>
        ) : (
          <Percentile percent={figures.percentile} />
        )}
      </RangeFigure>
    </RangeFiguresCard>
  );
}

function Percentile({ percent }: { readonly percent: number }) {
  return (
    <>
      {ordinal(percent)} percentile
      <span aria-hidden="true" className="relative mt-1.5 mb-1 ml-auto block h-1.5 w-28 rounded-bar bg-line">
        <span
          className="absolute -top-0.75 h-3 w-0.5 -translate-x-1/2 bg-accent"
          style={{ left: `${percent}%` }}
        />
      </span>
    </>
  );
}

/** How much of a line is drawn, and by what it was thinned. */
function drawnText(count: number): string {
  return count <= DRAWN_POINTS_MAX
    ? 'all drawn, none thinned'
    : `${wholeText(DRAWN_POINTS_MAX)} of ${wholeText(count)} drawn (LTTB)`;
}
