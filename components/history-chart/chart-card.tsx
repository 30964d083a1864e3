import { Suspense, useId } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { Skeleton } from '#components/ui/skeleton';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { lazyPart } from '#lib/client/browser/lazy-part';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { periodNote } from '#lib/format/charts/period-text';
import { chartDate } from '#lib/format/charts/chart-dates';
import { ChartCredit } from './chart-credit.tsx';
import { ChartTools } from './controls/chart-tools.tsx';
import { LoadedFiguresTable } from './figures/loaded-figures-table.tsx';
import { LineChips } from './controls/line-chips.tsx';
import { PlotSkeleton } from './plot/plot-skeleton.tsx';
import type { ChartState } from './use-chart.ts';

/** The drawing and its library come as code of their own: no other page carries them. */
const PlotArea = lazyPart(() => import('./plot/plot-area.tsx'), 'PlotArea');

/** Rare, and only ever after an answer of the service: its code can still be fetched then. */
const ChartBlank = lazyPart(() => import('./chart-blank.tsx'), 'ChartBlank');

/** Asked for by some: code of its own. */
const DifferenceCard = lazyPart(() => import('./difference/difference-card.tsx'), 'DifferenceCard');

/** On a phone the plot comes first, and what it lacks below it: a long list would push it off the screen. */
const FACE_LOOK = 'max-phone:flex max-phone:flex-col';

/** The card of the chart: tools, lines, gaps in words, the plot or the table, and the range in one sentence. */
export function ChartCard({
  clients,
  state,
  nowMs,
  credits,
  onCompare,
  onMessage,
}: {
  readonly clients: ChartClients;
  readonly state: ChartState;
  readonly nowMs: number;
  readonly credits: Readonly<Record<string, string>>;
  readonly onCompare: () => void;
  readonly onMessage: (text: string) => void;
}) {
  const { view, face, isStandIn, trouble } = state;
  const pair = `${view.base}/${view.quote}`;
  return (
    <section
      aria-label={`Chart of ${pair}`}
      aria-busy={face.kind === 'loading' || (isStandIn && trouble === null)}
      className="col-span-9 min-w-0 rounded-card border border-line bg-surface max-xl:col-span-12 max-phone:rounded-none max-phone:border-x-0"
    >
      <ChartTools state={state} credits={credits} nowMs={nowMs} onMessage={onMessage} />
      <LineChips state={state} nowMs={nowMs} onCompare={onCompare} />
      {face.kind === 'filled' && view.against !== null && (
        <Suspense fallback={<PlotSkeleton hasStrip={false} />}>
          <DifferenceCard state={state} nowMs={nowMs} credits={credits} />
        </Suspense>
      )}
      {face.kind === 'filled' &&
        view.against === null &&
        (view.isTable ? (
          <LoadedFiguresTable clients={clients} model={face.model} pair={pair} nowMs={nowMs} isAlone />
        ) : (
          <FilledChart clients={clients} state={state} model={face.model} nowMs={nowMs} credits={credits} />
        ))}
      {face.kind === 'loading' && (
        <div className={FACE_LOOK}>
          <GapLine texts={[]} baseMs={null} />
          <PlotSkeleton text="Reading the history" />
          <p className="border-t border-line px-6 py-3 max-phone:order-2 max-phone:px-4">
            <Skeleton width="72ch" />
            <br />
            <Skeleton width="18ch" />
          </p>
        </div>
      )}
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
    </section>
  );
}

function FilledChart({
  clients,
  state,
  model,
  nowMs,
  credits,
}: {
  readonly clients: ChartClients;
  readonly state: ChartState;
  readonly model: ChartModel;
  readonly nowMs: number;
  readonly credits: Readonly<Record<string, string>>;
}) {
  const summaryId = useId();
  const isDrawable = useIsDrawable();
  return (
    <figure aria-labelledby={summaryId} className={FACE_LOOK}>
      {/* What a range lacks is not known before it has come. */}
      <GapLine texts={state.isStandIn ? [] : model.gapTexts} baseMs={model.baseMs} />
      {isDrawable ? (
        <Suspense fallback={<PlotSkeleton />}>
          <PlotArea
            clients={clients}
            model={model}
            overview={state.overview}
            scale={state.view.scale}
            range={state.view.range}
            isStandIn={state.isStandIn}
            nowMs={nowMs}
            onRange={(range) => state.show({ range })}
          />
        </Suspense>
      ) : (
        <PlotSkeleton />
      )}
      <figcaption className="border-t border-line px-6 py-3 text-pretty text-text-soft max-phone:order-2 max-phone:px-4">
        <p id={summaryId}>{model.summary}</p>
        {model.period && <p className="mt-1 text-sm">{periodNote(model.period)}</p>}
        <ChartCredit lines={model.lines} credits={credits} />
      </figcaption>
    </figure>
  );
}

/** What 100 is where lines are indexed, and gaps in words; its place is kept where there are none. */
function GapLine({ texts, baseMs }: { readonly texts: readonly string[]; readonly baseMs: number | null }) {
  return (
    <p
      className="min-h-7 px-6 pt-2 text-xs/4 text-pretty text-text-muted max-phone:order-1 max-phone:px-4 max-phone:pt-0 max-phone:pb-2"
      data-gaps
    >
      {baseMs !== null && <span className="mr-4 text-text-soft">{chartDate(baseMs, 'day')} = 100</span>}
      {texts.length > 0 && (
        <>
          <span className="font-medium text-text-soft">Gaps</span> {texts.join(' · ')}
        </>
      )}
    </p>
  );
}
