import { ActionMenu } from '#components/ui/buttons/action-menu';
import { isSimulatedHere } from '#lib/client/simulated';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import { type ChartCaption, chartCsv, chartFileName, differenceCsv } from '#lib/format/charts/chart-csv';
import { type ChartModel, creditOf, type ModelLine, rowsSpan } from '#lib/format/charts/chart-model';
import { differenceModel } from '#lib/format/charts/difference-model';
import { differenceName } from '#lib/format/charts/difference-text';
import { periodWords } from '#lib/format/charts/period-text';
import { instantText } from '#lib/format/instants';
import type { ChartParts } from '#components/history-chart/use-chart.ts';
import { EXPORT_LOOK, ExportFace } from '#components/history-chart/controls/chart-tools';
import { saveAs } from '#lib/client/browser/save-as';
import { chartImage, chartSvg } from './export-image.ts';
import { shortSourceName } from '#lib/format/sources/source-names';

/** Takes the chart or its figures away as a file, with title, sources, range and date in it. Open from the first. */
export function ExportMenu(parts: ChartParts) {
  const { state, onMessage } = parts;
  const taken = takenOf(parts);
  const save = async (kind: 'png' | 'svg' | 'csv') => {
    if (taken === null) return;
    const { subject, span } = taken;
    const name = chartFileName(subject, span, { extension: kind, isSimulated: isSimulatedHere() });
    const file = await fileOf(kind, taken);
    if (file === null) return onMessage('The chart could not be drawn. Show it as a chart and try again.');
    saveAs(file, name);
    onMessage(`${name} is saved.`);
  };
  const isChartThere = taken !== null && !state.view.isTable;
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
          isDisabled: taken === null,
          act: () => void save('csv'),
        },
      ]}
    />
  );
}

/** What is taken away: what its file is called, what stands in it, and how. */
interface TakenChart {
  readonly subject: string;
  readonly span: readonly [fromMs: number, toMs: number];
  readonly caption: ChartCaption;
  /** In a picture, sources have their names, and what the axis cannot say is said. */
  readonly pictured: string;
  readonly legend: readonly ModelLine[];
  readonly csv: () => string;
}

/** What there is to take away of a chart; null while there is nothing. */
function takenOf({ state: { face, view }, credits, nowMs }: ChartParts): TakenChart | null {
  if (face.kind !== 'filled') return null;
  const { model } = face;
  const { base, quote, against, scale } = view;
  const pair = `${base}/${quote}`;
  const { lines, baseMs, period, knownAt } = model;
  const sources = [...new Set(lines.map(({ source }) => source))];
  const captioned = (title: string, span: TakenChart['span']): ChartCaption => ({
    title,
    sources: sources.join(', '),
    range: rangeText(model, span),
    madeAt: instantText(new Date(nowMs)),
    credit: creditOf(lines, credits),
    isSimulated: isSimulatedHere(),
    period,
    knownAt,
  });
  if (against !== null) {
    const difference = differenceModel(model, nowMs);
    if (difference === null) return null;
    const { line, reference, days, figures } = difference;
    const span = [days[0]?.dayMs ?? figures.last.dayMs, figures.last.dayMs] as const;
    const caption = captioned(`${pair}, ${differenceName(difference)}`, span);
    return {
      subject: `${pair}-${line.source}-against-${reference.source}`,
      span,
      caption,
      pictured: 'in basis points',
      legend: [],
      csv: () => differenceCsv(caption, difference),
    };
  }
  const span = rowsSpan(model);
  const others = lines.length === 2 ? lines[1]?.label : `${lines.length - 1} more`;
  const indexed = baseMs !== null && `${pair} and ${others}, indexed to 100 on ${chartDate(baseMs, 'day')}`;
  // The legend names them all.
  const caption = captioned(indexed || pair, span);
  const names = sources.map(shortSourceName).join(', ');
  return {
    subject: period ? `${pair}-${period.length}-${period.stat}` : pair,
    span,
    caption,
    pictured: scale === 'log' ? `${names} · logarithmic scale` : names,
    // A single line needs no name beside the title.
    legend: lines.length < 2 ? [] : lines,
    csv: () => {
      // A file for programs names sources as requests do.
      const columns = lines.map(({ label, source }) => (baseMs === null ? source : label));
      // The picture is indexed, the figures are not.
      const title = baseMs === null ? caption.title : columns.join(', ');
      return chartCsv({ ...caption, title }, columns, model.rows, model.isIntraday);
    },
  };
}

async function fileOf(
  kind: 'png' | 'svg' | 'csv',
  { caption, pictured, legend, csv }: TakenChart,
): Promise<Blob | null> {
  if (kind === 'csv') return new Blob([csv()], { type: 'text/csv;charset=utf-8' });
  const surface = document.querySelector<SVGSVGElement>('[data-plot-drawing] svg');
  if (surface === null) return null;
  const drawing = chartSvg(surface, { ...caption, sources: pictured }, legend);
  return kind === 'svg' ? new Blob([drawing.text], { type: 'image/svg+xml' }) : chartImage(drawing);
}

function rangeText({ period, knownAt }: ChartModel, span: TakenChart['span']): string {
  return [
    `${chartDate(span[0], 'day')} to ${chartDate(span[1], 'day')}`,
    ...(period ? [periodWords(period)] : []),
    ...(knownAt ? [`as known on ${chartDate(startOfDay(knownAt).getTime(), 'day')}`] : []),
  ].join(', ');
}
