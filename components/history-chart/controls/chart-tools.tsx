import { Calendar, ChevronDown, Download, Ruler } from 'lucide-react';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { RANGE_NAMES, type RangeName } from '#lib/client/address/chart-range';
import { chartDate } from '#lib/format/charts/chart-dates';
import { rowsSpan } from '#lib/format/charts/chart-model';
import { Segment } from '#components/ui/fields/segment';
import { OnceWanted } from '#components/ui/buttons/once-wanted';
import type { Measuring } from '#components/history-chart/plot/plot-area';
import type { ChartParts, ChartState } from '#components/history-chart/use-chart.ts';
import { FloatingForm } from '#components/ui/dialogs/floating-form';

const RANGE_TEXTS: Readonly<Record<RangeName, { readonly text: string; readonly name: string }>> = {
  '1d': { text: '1D', name: '1 day' },
  '1w': { text: '1W', name: '1 week' },
  '1m': { text: '1M', name: '1 month' },
  '3m': { text: '3M', name: '3 months' },
  '6m': { text: '6M', name: '6 months' },
  '1y': { text: '1Y', name: '1 year' },
  '5y': { text: '5Y', name: '5 years' },
  '10y': { text: '10Y', name: '10 years' },
  max: { text: 'Max', name: 'everything' },
};

/** The two that float come as code of their own, once they are wanted. */
const DatesForm = lazyPart(() => import('./dates-form.tsx'), 'DatesForm');
const loadExport = () => import('#components/history-chart/exports/export-menu');
const ExportMenu = lazyPart(loadExport, 'ExportMenu');

/** Range, scale, chart or table, and what can be taken away. */
export function ChartTools({ measuring, ...parts }: ChartParts & { readonly measuring: Measuring }) {
  const { state } = parts;
  const { asked, show } = state;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-6 py-3 max-phone:px-4 max-phone:py-2.5 print:hidden">
      <Segment
        look="row"
        legend="Range"
        className="max-phone:basis-full"
        options={RANGE_NAMES.map((value) => ({ value, ...RANGE_TEXTS[value] }))}
        chosen={asked.range.kind === 'named' ? asked.range.name : null}
        onChoose={(name) => show({ range: { kind: 'named', name } })}
      />
      {/* On a phone one line that scrolls: the plot is to be in the first screen. */}
      <div className="flex grow flex-wrap items-center gap-1.5 max-phone:-mx-4 max-phone:-my-1 max-phone:flex-nowrap max-phone:overflow-x-auto max-phone:px-4 max-phone:py-1 max-phone:[--more-edge:1rem] max-phone:[--more-ground:var(--color-surface)] max-phone:[scrollbar-width:none] max-phone:more-beyond">
        <FloatingForm
          name="Dates"
          look={DATES_LOOK}
          face={<DatesFace state={state} />}
          form={(close) => <DatesForm {...parts} onChosen={close} />}
        />
        {asked.against === null && !asked.isTable && (
          <button
            type="button"
            aria-pressed={measuring.isOn}
            title="Measure between two points (m)"
            onClick={() => measuring.turn(!measuring.isOn)}
            className={`${DATES_LOOK} aria-pressed:bg-accent-wash aria-pressed:text-accent`}
          >
            <Ruler aria-hidden="true" className="size-4" />
            <span className="phone:sr-only">Measure</span>
          </button>
        )}
        <span className="ml-auto flex flex-wrap gap-1.5 max-lg:ml-0 max-phone:flex-nowrap">
          {asked.against === null && (
            <Segment
              look="tool"
              legend="Scale"
              options={[
                { value: 'linear', text: 'Linear' },
                { value: 'log', text: 'Log', name: 'logarithmic' },
              ]}
              chosen={asked.scale}
              onChoose={(scale) => show({ scale })}
            />
          )}
          <Segment
            look="tool"
            legend="View"
            options={[
              { value: 'chart', text: 'Chart' },
              { value: 'table', text: 'Table' },
            ]}
            chosen={asked.isTable ? 'table' : 'chart'}
            onChoose={(value) => show({ isTable: value === 'table' })}
          />
          <OnceWanted
            opens="menu"
            className={EXPORT_LOOK}
            face={<ExportFace />}
            onNear={loadExport}
            popup={<ExportMenu {...parts} />}
          />
        </span>
      </div>
    </div>
  );
}

const DATES_LOOK =
  'inline-flex h-8 flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap inset-ring inset-ring-control hover:bg-hover max-phone:h-10';

/** The button of the exports, before and after what it opens is there. */
export const EXPORT_LOOK =
  'inline-flex h-8 items-center justify-center gap-1.5 rounded-control bg-surface px-3 text-sm font-medium whitespace-nowrap inset-ring inset-ring-line-strong transition-colors duration-(--duration-press) hover:bg-hover hover:inset-ring-control max-phone:min-h-10';

/** What the button of the dates shows: the first and the last figure, or what was asked while there is none. */
function DatesFace({ state: { face, span } }: { readonly state: ChartState }) {
  const [fromMs, toMs] =
    face.kind === 'filled'
      ? rowsSpan(face.model)
      : [span.fromDay && Date.parse(span.fromDay), span.toDay && Date.parse(span.toDay)];
  return (
    <>
      <Calendar aria-hidden="true" className="size-4 text-text-muted" />
      <span className="sr-only">Choose dates, now </span>
      <span>
        {fromMs === null ? 'the beginning' : chartDate(fromMs, 'day')}{' '}
        <span className="text-text-soft">to</span> {toMs === null ? 'today' : chartDate(toMs, 'day')}
      </span>
    </>
  );
}

/** What the button of the exports shows. */
export function ExportFace() {
  return (
    <>
      <Download aria-hidden="true" className="size-4" />
      Export
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </>
  );
}
