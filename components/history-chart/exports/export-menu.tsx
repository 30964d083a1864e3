import { ActionMenu } from '#components/ui/buttons/action-menu';
import type { ChartView } from '#lib/client/address/chart-address';
import { isSimulatedHere } from '#lib/client/simulated';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import { type ChartCaption, captionRange, chartCsv, chartFileName } from '#lib/format/charts/chart-csv';
import { type ChartModel, creditOf } from '#lib/format/charts/chart-model';
import { periodWords } from '#lib/format/charts/period-text';
import { instantText } from '#lib/format/instants';
import { EXPORT_LOOK, ExportFace } from '#components/history-chart/controls/chart-tools';
import { saveAs } from '#lib/client/browser/save-as';
import { chartImage, chartSvg, type LegendLine } from './export-image.ts';
import { plotSurface } from '#components/history-chart/plot/plot-surface.ts';
import { shortSourceName } from '#lib/format/sources/source-names';

/** Takes the chart or its figures away as a file, with title, sources, range and date in it. Open from the first. */
export function ExportMenu({
  model,
  view,
  credits,
  nowMs,
  onMessage,
}: {
  readonly model: ChartModel | null;
  readonly view: ChartView;
  readonly credits: Readonly<Record<string, string>>;
  readonly nowMs: number;
  readonly onMessage: (text: string) => void;
}) {
  const pair = `${view.base}/${view.quote}`;
  const save = async (kind: 'png' | 'svg' | 'csv') => {
    if (model === null) return;
    const { period } = model;
    const subject = period ? `${pair}-${period.length}-${period.stat}` : pair;
    const name = chartFileName(subject, rowsSpan(model), { extension: kind, isSimulated: isSimulatedHere() });
    const caption = captionOf(model, pair, credits, nowMs);
    const names = [...new Set(model.lines.map(({ source }) => shortSourceName(source)))].join(', ');
    const drawn = { ...caption, sources: view.scale === 'log' ? `${names} · logarithmic scale` : names };
    const file = await fileOf(kind, model, kind === 'csv' ? caption : drawn);
    if (file === null) return onMessage('The chart could not be drawn. Show it as a chart and try again.');
    saveAs(file, name);
    onMessage(`${name} is saved.`);
  };
  const isChartThere = model !== null && !view.isTable;
  return (
    <ActionMenu
      isOpenAtFirst
      button={
        <button type="button" className={EXPORT_LOOK}>
          <ExportFace />
        </button>
      }
      actions={[
        { text: 'PNG', note: 'picture', isDisabled: !isChartThere, act: () => void save('png') },
        { text: 'SVG', note: 'drawing', isDisabled: !isChartThere, act: () => void save('svg') },
        {
          text: 'CSV',
          note: 'every figure, all digits',
          isDisabled: model === null,
          act: () => void save('csv'),
        },
      ]}
    />
  );
}

async function fileOf(
  kind: 'png' | 'svg' | 'csv',
  model: ChartModel,
  caption: ChartCaption,
): Promise<Blob | null> {
  if (kind === 'csv') {
    // A file for programs names sources as requests do.
    const columns = model.lines.map(({ label, source }) => (model.baseMs === null ? source : label));
    // The picture is indexed, the figures are not.
    const title = model.baseMs === null ? caption.title : columns.join(', ');
    return new Blob([chartCsv({ ...caption, title }, columns, model.rows, model.isIntraday)], {
      type: 'text/csv;charset=utf-8',
    });
  }
  const surface = plotSurface();
  if (surface === null) return null;
  const drawing = chartSvg(surface, caption, legendOf(model));
  return kind === 'svg' ? new Blob([drawing.text], { type: 'image/svg+xml' }) : chartImage(drawing);
}

/** Several lines by pair and source; a single one needs no name beside the title. */
function legendOf({ lines }: ChartModel): readonly LegendLine[] {
  if (lines.length < 2) return [];
  return lines.map(({ base, quote, source, place }) => ({
    name: `${base}/${quote} · ${shortSourceName(source)}`,
    place,
  }));
}

function captionOf(
  model: ChartModel,
  pair: string,
  credits: Readonly<Record<string, string>>,
  nowMs: number,
): ChartCaption {
  const { lines, baseMs, period, knownAt } = model;
  const others = lines.length === 2 ? lines[1]?.label : `${lines.length - 1} more`;
  const sources = [...new Set(lines.map(({ source }) => source))];
  return {
    // The legend names them all.
    title: baseMs === null ? pair : `${pair} and ${others}, indexed to 100 on ${chartDate(baseMs, 'day')}`,
    sources: sources.join(', '),
    range: [
      captionRange(...rowsSpan(model)),
      ...(period ? [periodWords(period)] : []),
      ...(knownAt ? [`as known on ${chartDate(startOfDay(knownAt).getTime(), 'day')}`] : []),
    ].join(', '),
    madeAt: instantText(new Date(nowMs)),
    credit: creditOf(model, credits),
    isSimulated: isSimulatedHere(),
    period: model.period,
    knownAt: model.knownAt,
  };
}

/** From the first row to the last; figures of compared pairs begin at their common start only, and periods fill the range. */
function rowsSpan({ rows, window, period }: ChartModel): readonly [fromMs: number, toMs: number] {
  if (period) return [window.fromMs, window.toMs - 1];
  return [rows[0]?.atMs ?? window.fromMs, rows.at(-1)?.atMs ?? window.toMs];
}
