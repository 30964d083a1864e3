import { ChevronDown, Plus, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '#components/ui/skeleton';
import { LINES_MAX } from '#lib/client/address/chosen-lines';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { startOfDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { chartDate } from '#lib/format/charts/chart-dates';
import { periodTitle } from '#lib/format/charts/period-text';
import { LineSwatch } from '#components/history-chart/plot/line-look';
import { FloatingForm } from '#components/ui/dialogs/floating-form';
import type { ChartParts, ChartState } from '#components/history-chart/use-chart.ts';
import { capital, shortSourceName, sourceName } from '#lib/format/sources/source-names';

/** Asked for by some: code of their own. */
const DifferenceChoice = lazyPart(
  () => import('#components/history-chart/difference/difference-choice'),
  'DifferenceChoice',
);

const FiguresForm = lazyPart(() => import('./figures-form.tsx'), 'FiguresForm');

/** The button says by its colour that it chooses something. */
const FIGURES_LOOK =
  'inline-flex h-7 flex-none items-center gap-1.5 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap inset-ring inset-ring-control hover:bg-hover has-data-chosen:bg-accent-wash has-data-chosen:font-medium has-data-chosen:text-accent has-data-chosen:inset-ring-accent-line max-phone:h-9';

const CHIP =
  'relative inline-flex h-7 items-center gap-1.5 rounded-control px-2.5 text-sm whitespace-nowrap text-text-soft inset-ring inset-ring-line-strong hover:text-text aria-pressed:bg-accent-wash aria-pressed:font-medium aria-pressed:text-accent aria-pressed:inset-ring-accent-line max-phone:h-9 disabled:cursor-not-allowed disabled:text-text-muted';

/** What the lines are: the sources of the pair to choose among, or the pairs that are compared. */
export function LineChips(parts: ChartParts) {
  const { state, onCompare } = parts;
  const isComparing = state.view.compare.length > 0;
  const isDifference = state.view.against !== null;
  return (
    <div className="flex items-start gap-x-4 px-6 pt-3 pb-1 max-phone:items-center max-phone:gap-x-1.5 max-phone:overflow-x-auto max-phone:px-4 max-phone:[--more-edge:1rem] max-phone:[--more-ground:var(--color-surface)] max-phone:[scrollbar-width:none] max-phone:more-beyond print:hidden">
      {!isDifference && (
        <FloatingForm
          name="Figures of the chart"
          look={FIGURES_LOOK}
          face={<FiguresFace state={state} />}
          form={(close) => <FiguresForm {...parts} onChosen={close} />}
        />
      )}
      <ul aria-label="Lines" className="flex flex-wrap gap-1.5 max-phone:flex-nowrap max-phone:py-0.5">
        {isComparing ? (
          <PairChips state={state} />
        ) : isDifference ? (
          <li>
            <Suspense fallback={<Skeleton width="16ch" />}>
              <DifferenceChoice state={state} />
            </Suspense>
          </li>
        ) : (
          <SourceChips state={state} />
        )}
        {!isComparing && <DifferenceChip key="difference" state={state} />}
        {!isDifference && state.view.compare.length + 1 < LINES_MAX && (
          <li>
            <button type="button" aria-haspopup="dialog" className={CHIP} onClick={onCompare}>
              <Plus aria-hidden="true" className="size-3.5" />
              Compare a pair
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** What the button of the figures says: `Monthly average, known 3 Mar 2026`; for the usual a phone has room for its name alone. */
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

function SourceChips({ state: { lines, having = [], show } }: { readonly state: ChartState }) {
  const shown = lines.flatMap(({ source }) => source ?? []);
  const offered = [...new Set([...having, ...shown])];
  const toggled = (source: SourceId) =>
    shown.includes(source) ? shown.filter((one) => one !== source) : [...shown, source];
  return offered.map((source) => {
    const place = shown.indexOf(source);
    const isOn = place >= 0;
    // The last line stays, and there are only so many dashes that can be told apart.
    const isFixed = isOn ? shown.length === 1 : shown.length >= LINES_MAX;
    return (
      <Chip
        key={source}
        isPressed={isOn}
        isFixed={isFixed}
        onPress={() => show({ sources: toggled(source) })}
      >
        {isOn && <LineSwatch place={place} />}
        <span title={sourceName(source)}>{shortSourceName(source)}</span>
      </Chip>
    );
  });
}

/** Shows how far two sources are apart, day by day, and the rates themselves again. */
function DifferenceChip({ state: { view, lines, having = [], show } }: { readonly state: ChartState }) {
  const shown = lines.flatMap(({ source }) => source ?? []);
  const [measured, second] = shown;
  const against = second ?? having.find((source) => source !== measured);
  if (view.against !== null) {
    return (
      <Chip isPressed onPress={() => show({ against: null, sources: shown })}>
        Difference
      </Chip>
    );
  }
  if (measured === undefined || against === undefined) return null;
  const difference = { sources: [measured], against, period: null, scale: 'linear' } as const;
  return (
    <Chip isPressed={false} onPress={() => show(difference)}>
      Difference
    </Chip>
  );
}

function PairChips({ state: { view, lines, show } }: { readonly state: ChartState }) {
  const [first] = view.compare;
  return lines.map(({ base, quote, source }, place) => {
    const name = `${base}/${quote}`;
    const without = () =>
      place === 0 && first
        ? { base: first.base, quote: first.quote, compare: view.compare.slice(1) }
        : { compare: view.compare.filter((_, index) => index !== place - 1) };
    return (
      <li key={name}>
        <button
          type="button"
          className={`${CHIP} bg-accent-wash font-medium text-accent! inset-ring-accent-line`}
          onClick={() => show(without())}
        >
          <LineSwatch place={place} />
          <span className="sr-only">Remove </span>
          {name}
          <span className="font-regular text-text-soft">
            {source === null ? 'no source' : shortSourceName(source)}
          </span>
          <X aria-hidden="true" className="size-3.5" />
        </button>
      </li>
    );
  });
}

function Chip({
  isPressed,
  isFixed = false,
  onPress,
  children,
}: {
  readonly isPressed: boolean;
  readonly isFixed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isPressed}
        aria-disabled={isFixed}
        className={CHIP}
        onClick={() => {
          if (!isFixed) onPress();
        }}
      >
        {children}
      </button>
    </li>
  );
}
