'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { useNow } from '#lib/client/browser/now';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useOnDemand } from '#lib/client/browser/use-on-demand';
import { type ChartClients, createChartClients } from '#lib/client/history/chart-clients';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';
import { isMarket } from '#lib/format/sources/source-notes';
import { figureText, rateParts } from '#lib/format/numbers/figures';
import { MINUTE_MS } from '#lib/domain/durations';
import { Button } from '#components/ui/buttons/button';
import { ConnectionNotice } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import { sourceInText } from '#lib/format/sources/source-names';
import { ChartCard } from './chart-card.tsx';
import { LoadedFiguresTable, TableSection } from './figures/loaded-figures-table.tsx';
import type { PairPurpose } from './controls/pair-dialog.tsx';
import { QuoteHead } from './quote-head.tsx';
import { RangeFiguresSkeleton } from './figures/range-figures-card.tsx';
import { type ChartParts, type ChartState, type ServedChart, useChart } from './use-chart.ts';

/** In the page from the start, and alive as soon as their code is there. */
const RangeFiguresList = lazyPart(() => import('./figures/range-figures-list.tsx'), 'RangeFiguresList');

/** Asked for by some: code of their own. */
const loadDifference = () => import('./difference/difference-card.tsx');
const DifferenceFiguresList = lazyPart(loadDifference, 'DifferenceFiguresList');
const DifferenceRows = lazyPart(loadDifference, 'DifferenceRows');

/** Of use once the page is there. */
const LiveLine = lazyPart(() => import('./live-line.tsx'), 'LiveLine');

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function ChartRoot({
  state,
  packedCurrencies,
  ...served
}: Omit<ServedChart, 'currencies'> & {
  readonly state: DehydratedState;
  readonly packedCurrencies: string;
}) {
  const [queries] = useState(() => new QueryClient());
  const [currencies] = useState(() => unpackCurrencies(packedCurrencies));
  const notes = useSourceNotes();
  const [clients] = useState(() => createChartClients(isMarket(notes)));
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <HistoryChart clients={clients} currencies={currencies} {...served} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

/** The chart of a pair: what it costs now, the course of a range, the range's figures, and the same figures as a table. */
function HistoryChart({ clients, ...served }: ServedChart & { readonly clients: ChartClients }) {
  const { clock, currencies, credits } = served;
  const nowMs = useServiceMinute(clock);
  const state = useChart(clients, served, nowMs);
  const { asked, view, face, newest, show } = state;
  const pairDialog = usePairDialog(state, currencies);
  const [message, setMessage] = useState('');
  const swap = () => show({ base: asked.quote, quote: asked.base });
  usePageKeys(
    // What is typed while the dialog opens is meant for it.
    pairDialog.purpose !== null
      ? {}
      : {
          t: () => show({ isTable: !asked.isTable }),
          x: swap,
          '/': () => pairDialog.open('show'),
        },
  );
  const parts: ChartParts = {
    clients,
    state,
    nowMs,
    credits,
    onCompare: () => pairDialog.open('compare'),
    onMessage: setMessage,
  };
  const last = newest?.rates.at(-1);
  const pair = `${view.base}/${view.quote}`;
  const model = face.kind === 'filled' ? face.model : null;
  const [first] = state.lines;
  return (
    <>
      <title>{`${pair}${last === undefined ? '' : ` ${figureText(rateParts(last))}`} · Crossrate`}</title>
      <QuoteHead {...parts} clock={clock} onSwap={swap} onPick={() => pairDialog.open('show')} />
      <ChartNotices state={state} />
      <div className="grid grid-cols-12 items-start gap-6 max-phone:gap-4">
        <ChartCard {...parts} />
        <aside
          className="laid-out-when-near col-span-3 min-w-0 max-xl:col-span-12"
          aria-label="Range figures"
        >
          {model === null || state.isStandIn ? (
            <RangeFiguresSkeleton isOnItsWay={state.isBusy} />
          ) : (
            <Suspense key={String(view.against === null)} fallback={<RangeFiguresSkeleton isOnItsWay />}>
              {view.against === null ? (
                <RangeFiguresList model={model} thisYear={new Date(nowMs).getUTCFullYear()} />
              ) : (
                <DifferenceFiguresList {...parts} />
              )}
            </Suspense>
          )}
        </aside>
        {model !== null &&
          !view.isTable &&
          (view.against === null ? (
            <TableSection pair={pair}>
              <LoadedFiguresTable clients={clients} model={model} pair={pair} nowMs={nowMs} />
            </TableSection>
          ) : (
            <Suspense>
              <DifferenceRows {...parts} />
            </Suspense>
          ))}
      </div>
      {pairDialog.dialog}
      {first?.source && state.span.toDay === null && view.knownAt === null && (
        <Suspense>
          <LiveLine rates={clients.rates} line={first} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
    </>
  );
}

/** The dialog comes as code of its own, once it is wanted. */
const loadPairDialog = () => import('./controls/pair-dialog.tsx');

/** The dialog that chooses a pair, what it is open for, and what opens it. */
function usePairDialog({ view, show }: ChartState, currencies: ServedChart['currencies']) {
  const [purpose, setPurpose] = useState<PairPurpose | null>(null);
  const { part, load } = useOnDemand(loadPairDialog);
  return {
    purpose,
    open: (wanted: PairPurpose) => {
      setPurpose(wanted);
      void load().then((isThere) => isThere || setPurpose(null));
    },
    dialog: part && (
      <part.PairDialog
        purpose={purpose}
        pair={view}
        currencies={currencies}
        onClose={() => setPurpose(null)}
        onChoose={(pair) => show(purpose === 'compare' ? { compare: [...view.compare, pair] } : pair)}
      />
    ),
  };
}

/** The service's clock in epoch milliseconds, to the minute; never before the minute in which the page was served. */
function useServiceMinute({ servedAtMs, offsetMs }: PageClock): number {
  const minuteOf = (atMs: number) => Math.floor((atMs + offsetMs) / MINUTE_MS) * MINUTE_MS;
  return Math.max(minuteOf(servedAtMs), minuteOf(useNow(MINUTE_MS, servedAtMs)));
}

const KEPT = 'Your range and lines are kept in the address.';

/** What a visitor has to know before reading the chart: one row each. */
function ChartNotices({ state }: { readonly state: ChartState }) {
  const { ignored, view, face } = state;
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={ignored} />
      <ConnectionNotice connection={state} limited={KEPT} still={KEPT} />
      {face.kind !== 'none' && <KnownNotice state={state} />}
      {/* Why there is no difference stands in its place. */}
      {view.against === null && <LinesNotDrawn state={state} />}
    </div>
  );
}

/** Above a chart of what was known on an earlier day. */
function KnownNotice({ state: { view, show } }: { readonly state: ChartState }) {
  if (view.knownAt === null) return null;
  return (
    <NoticeRow
      tone="info"
      title={`As known on ${chartDate(startOfDay(view.knownAt).getTime(), 'long')}.`}
      actions={
        <Button look="line" size="sm" onClick={() => show({ knownAt: null })}>
          Show what is known now
        </Button>
      }
    >
      The chart and its table show the history as this service knew it at the end of that day (UTC), before
      later figures and corrections. The rate above is the current one.
    </NoticeRow>
  );
}

/** Which lines are missing beside those that are drawn, and why; a chart without any line has a face of its own. */
function LinesNotDrawn({ state: { absent, face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled') return null;
  const missing = absent.map(({ line: { base, quote, source }, message }) => ({
    what: `${base}/${quote} from ${source === null ? 'any source' : sourceInText(source)}`,
    why: message ?? 'It has no figures in this range.',
  }));
  const apart = face.model.apart.map(({ base, quote }) => ({
    what: `${base}/${quote}`,
    why: 'It has no day in common with the other pairs in this range, so they cannot be indexed together.',
  }));
  return [...missing, ...apart].map(({ what, why }) => (
    <NoticeRow key={what} tone="degraded" title={`${what} is not shown.`}>
      {why}
    </NoticeRow>
  ));
}
