import { ChevronDown } from 'lucide-react';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import { periodTitle } from '#lib/format/charts/period-text';
import { capital } from '#lib/format/sources/source-names';
import type { ChartParts, ChartState } from '#components/history-chart/use-chart.ts';
import { FloatingForm } from './floating-form.tsx';

/** What floats comes as code of its own, once it is wanted. */
const FiguresForm = lazyPart(() => import('./figures-form.tsx'), 'FiguresForm');

/** The button says by its colour that it chooses something. */
const FIGURES_LOOK =
  'inline-flex h-7 flex-none items-center gap-1.5 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap inset-ring inset-ring-control hover:bg-hover has-data-chosen:bg-accent-wash has-data-chosen:font-medium has-data-chosen:text-accent has-data-chosen:inset-ring-accent-line max-phone:h-9';

/** Chooses what a point of the chart is: an observation or the figure of a period, as known now or on a day. */
export function FiguresChoice(parts: ChartParts) {
  return (
    <FloatingForm
      name="Figures of the chart"
      look={FIGURES_LOOK}
      face={<FiguresFace {...parts} />}
      form={(close) => <FiguresForm {...parts} onChosen={close} />}
    />
  );
}

/** What the button says: `Monthly average, known 3 Mar 2026`; for the usual a phone has room for its name alone. */
function FiguresFace({ state: { asked } }: { readonly state: ChartState }) {
  const { period, knownAt } = asked;
  const parts = [
    ...(period ? [periodTitle(period)] : []),
    ...(knownAt ? [`known ${chartDate(startOfDay(knownAt).getTime(), 'day')}`] : []),
  ];
  return (
    <>
      <span className="sr-only">Figures: </span>
      {parts.length > 0 ? (
        <span data-chosen="">{capital(parts.join(', '))}</span>
      ) : (
        <>
          <span className="max-phone:sr-only">Each observation</span>
          <span aria-hidden="true" className="phone:hidden">
            Figures
          </span>
        </>
      )}
      <ChevronDown aria-hidden="true" className="size-3.5 text-text-muted" />
    </>
  );
}
