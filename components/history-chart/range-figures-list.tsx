import { memo, type ReactNode, useState } from 'react';
import { Choice } from '#components/ui/choice';
import { Skeleton } from '#components/ui/skeleton';
import { type RatePoint, CRYPTO_DAYS_A_YEAR, FOREX_DAYS_A_YEAR } from '#lib/domain/range-figures';
import { chartDate } from '#lib/format/chart-dates';
import type { ChartModel } from '#lib/format/chart-model';
import { countText, ordinal, percentMovement, percentText, shortRate } from '#lib/format/chart-numbers';
import { DRAWN_POINTS_MAX } from '#lib/format/drawn-points';
import { MovementText } from './movement-text.tsx';

/** What the range of a line amounts to: of the first one until another is chosen. */
export const RangeFiguresList = memo(function RangeFiguresList({
  model,
  thisYear,
}: {
  readonly model: ChartModel;
  readonly thisYear: number;
}) {
  const { lines, isIntraday } = model;
  const [place, setPlace] = useState(0);
  const first = lines.find((line) => line.place === place && line.figures !== null) ?? lines[0];
  if (!first) return null;
  const figures = first.figures ?? model.figures;
  const named = lines.map((line) => ({
    ...line,
    name: model.baseMs === null ? line.source : `${line.label}, ${line.source}`,
  }));
  const isThisYear = new Date(figures.open.atMs).getUTCFullYear() === thisYear;
  const point = ({ rate, atMs }: RatePoint) => (
    <>
      {shortRate(rate)}
      <Small>
        {chartDate(atMs, isThisYear ? 'short' : 'day')}
        {isIntraday && `, ${chartDate(atMs, 'time')} UTC`}
      </Small>
    </>
  );
  const days = first.source === 'crypto-exchange' ? CRYPTO_DAYS_A_YEAR : FOREX_DAYS_A_YEAR;
  return (
    <Sheet
      of={
        lines.length === 1 ? (
          named[0]?.name
        ) : (
          <Choice
            label="Range figures of"
            look="chip"
            value={String(first.place)}
            shown={named.find((line) => line.place === first.place)?.name}
            onChoose={(value) => setPlace(Number(value))}
          >
            {named.map((line) => (
              <option key={line.place} value={line.place}>
                {line.name}
              </option>
            ))}
          </Choice>
        )
      }
    >
      <Row term="Open">{point(figures.open)}</Row>
      <Row term="Last">{point(figures.last)}</Row>
      <Row term="High">{point(figures.high)}</Row>
      <Row term="Low">{point(figures.low)}</Row>
      <Row term="Mean">{shortRate(figures.mean)}</Row>
      {(model.baseMs === null ? [first] : lines).map(({ place, label, figures: ofLine }) => (
        <Row key={place} term={model.baseMs === null ? 'Change' : `Change of ${label}`}>
          {ofLine?.count === 1 ? (
            <span className="text-text-muted">needs two points</span>
          ) : (
            ofLine && <MovementText movement={percentMovement(ofLine.changePercent)} />
          )}
        </Row>
      ))}
      <Row term="Volatility, a year">
        {figures.volatilityPercent === null ? (
          <span className="text-text-muted">needs three days</span>
        ) : (
          <>
            {percentText(figures.volatilityPercent)}
            <Small>
              daily log returns {'×\u00A0√'}
              {days}
            </Small>
          </>
        )}
      </Row>
      <Row term="Points">
        {countText(figures.count)}
        <Small>{drawnText(figures.count)}</Small>
      </Row>
      <Row term={'Last in the range'}>
        {figures.percentile === null ? (
          <span className="text-text-muted">{figures.count === 1 ? 'a single point' : 'all the same'}</span>
        ) : (
          <Percentile percent={figures.percentile} />
        )}
      </Row>
    </Sheet>
  );
});

/** The place of the figures while they are on their way, and where there are none. */
export function RangeFiguresSkeleton({ isOnItsWay }: { readonly isOnItsWay: boolean }) {
  const value = isOnItsWay ? <Skeleton width="7ch" /> : <span className="text-text-muted">—</span>;
  return (
    <Sheet of="">
      {['Open', 'Last', 'High', 'Low'].map((term) => (
        <Row key={term} term={term}>
          {value}
          <Small> </Small>
        </Row>
      ))}
      <Row term="Mean">{value}</Row>
      <Row term="Change">{value}</Row>
      {['Volatility, a year', 'Points', 'Last in the range'].map((term) => (
        <Row key={term} term={term}>
          {value}
          <Small> </Small>
        </Row>
      ))}
    </Sheet>
  );
}

function Sheet({ of, children }: { readonly of: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="rounded-sheet border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
      <div className="flex min-h-12 items-center justify-between gap-3 px-6 py-2 max-phone:px-4">
        <h2 className="font-semibold tracking-title">Range figures</h2>
        <span className="text-sm text-text-muted">{of}</span>
      </div>
      <dl className="max-xl:grid max-xl:grid-cols-3 max-xl:gap-x-6 max-xl:px-6 max-phone:block max-phone:px-0">
        {children}
      </dl>
    </section>
  );
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line px-6 py-2 max-xl:px-0 max-phone:px-4">
      <dt className="text-sm text-balance text-text-soft">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

function Small({ children }: { readonly children: ReactNode }) {
  return <small className="block min-h-4 text-xs/4 text-text-muted">{children}</small>;
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
    : `${countText(DRAWN_POINTS_MAX)} of ${countText(count)} drawn (LTTB)`;
}
