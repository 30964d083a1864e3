import { Suspense, useState } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { lazyPart } from '#lib/client/browser/lazy-part';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { periodNote } from '#lib/format/charts/period-text';
import { chartDate } from '#lib/format/charts/chart-dates';
import { ChartFigure, FigurePlace, PlotSkeleton } from './chart-figure.tsx';
import { ChartTools } from './controls/chart-tools.tsx';
import { LoadedFiguresTable } from './figures/loaded-figures-table.tsx';
import { LineChips } from './controls/line-chips.tsx';
import type { Measuring } from './plot/plot-area.tsx';
import type { ChartParts } from './use-chart.ts';

/** The drawing and its library come as code of their own: no other page carries them. */
const PlotArea = lazyPart(() => import('./plot/plot-area.tsx'), 'PlotArea');

/** Rare, and only ever after an answer of the service: its code can still be fetched then. */
const ChartBlank = lazyPart(() => import('./chart-blank.tsx'), 'ChartBlank');

/** Asked for by some: code of its own. */
const DifferenceCard = lazyPart(() => import('./difference/difference-card.tsx'), 'DifferenceCard');

/** The card of the chart: tools, lines, gaps in words, the plot or the table, and the range in one sentence. */
export function ChartCard(parts: ChartParts) {
  const { clients, state, nowMs } = parts;
  const { view, face } = state;
  const pair = `${view.base}/${view.quote}`;
  const isDifference = view.against !== null;
  const [isMeasuring, setIsMeasuring] = useState(false);
  const measuring = { isOn: isMeasuring, turn: setIsMeasuring };
  return (
    <section
      aria-label={`Chart of ${pair}`}
      aria-busy={state.isBusy}
      className="col-span-9 min-w-0 rounded-card border border-line bg-surface max-xl:col-span-12 max-phone:rounded-none max-phone:border-x-0"
    >
      <ChartTools {...parts} measuring={measuring} />
      <LineChips {...parts} />
      {face.kind === 'loading' && <FigurePlace hasStrip={!isDifference} />}
      {face.kind === 'failed' && (
        <Failed
          title="The history could not be read"
          failure={face.trouble}
          onRetry={face.trouble.kind === 'limited' ? null : state.retry}
        >
          Your range and lines are kept in the address.
        </Failed>
      )}
      {(face.kind === 'empty' || face.kind === 'none') && (
        <Suspense fallback={<PlotSkeleton />}>
          <ChartBlank rates={clients.rates} state={state} face={face} />
        </Suspense>
      )}
      {face.kind === 'filled' &&
        (isDifference ? (
          <Suspense fallback={<PlotSkeleton hasStrip={false} />}>
            <DifferenceCard {...parts} />
          </Suspense>
        ) : view.isTable ? (
          <LoadedFiguresTable clients={clients} model={face.model} pair={pair} nowMs={nowMs} isAlone />
        ) : (
          <RatesFigure model={face.model} measuring={measuring} {...parts} />
        ))}
    </section>
  );
}

/** The rates of a range: what they are indexed to and their gaps in words, and their plot. */
function RatesFigure(parts: ChartParts & { readonly model: ChartModel; readonly measuring: Measuring }) {
  const { state, model, credits } = parts;
  const { baseMs, gapTexts, summary, period, lines } = model;
  return (
    <ChartFigure
      above={
        <>
          {baseMs !== null && <span className="mr-4 text-text-soft">{chartDate(baseMs, 'day')} = 100</span>}
          {/* What a range lacks is not known before it has come. */}
          {gapTexts.length > 0 && !state.isStandIn && (
            <>
              <span className="font-medium text-text-soft">Gaps</span> {gapTexts.join(' · ')}
            </>
          )}
        </>
      }
      hasStrip
      summary={summary}
      note={period && periodNote(period)}
      lines={lines}
      credits={credits}
    >
      <PlotArea {...parts} />
    </ChartFigure>
  );
}
