import { Change } from '#components/ui/figures/change';
import { AlignedFigure } from '#components/ui/figures/figure';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { chartDate } from '#lib/format/charts/chart-dates';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { absenceText, fractionChars, type TableRow, tableRows } from '#lib/format/charts/chart-table';
import { daysOfPeriod, periodName } from '#lib/format/charts/period-text';
import { rateParts } from '#lib/format/numbers/figures';
import { capital } from '#lib/format/sources/source-names';
import { useCorrections } from '#components/history-chart/use-corrections.ts';
import { FIGURE_CELL, TableFrame } from './table-frame.tsx';

/** The figures of a chart, newest first, and between them why there are none. */
export function FiguresTable({
  clients,
  model,
  pair,
  nowMs,
  isAlone,
}: {
  readonly clients: ChartClients;
  readonly model: ChartModel;
  readonly pair: string;
  readonly nowMs: number;
  readonly isAlone?: boolean;
}) {
  const corrections = useCorrections(clients, model);
  const rows = tableRows(model, new Date(nowMs).getUTCFullYear(), corrections);
  const fractions = fractionChars(model);
  const [first, ...others] = model.lines.map(({ label }) => label);
  const heads = [
    model.period ? 'Period' : model.isIntraday ? 'Instant' : 'Day',
    ...(first === undefined ? [] : [first, 'Change']),
    ...(model.period ? ['Days'] : []),
    ...others,
  ];
  return (
    <TableFrame
      key={rows.length}
      name={pair}
      heads={heads}
      count={rows.length}
      isAlone={isAlone}
      row={(place) => {
        const row = rows[place];
        if (row?.kind === 'figures') return <FigureCells model={model} row={row} fractions={fractions} />;
        return (
          <td
            colSpan={heads.length}
            className={`${FIGURE_CELL} text-text-muted max-phone:text-xs/4 max-phone:whitespace-normal`}
          >
            <span className="max-phone:sticky max-phone:left-4 max-phone:inline-block max-phone:max-w-[calc(100vw-2rem)]">
              {row?.text}
            </span>
          </td>
        );
      }}
    />
  );
}

function FigureCells({
  model,
  row: { row, change },
  fractions,
}: {
  readonly model: ChartModel;
  readonly row: Extract<TableRow, { readonly kind: 'figures' }>;
  readonly fractions: readonly number[];
}) {
  const { period, isIntraday } = model;
  return (
    <>
      <th scope="row" className={`${FIGURE_CELL} font-regular`}>
        {period ? (
          capital(periodName(row.atMs, period.length))
        ) : (
          <time dateTime={new Date(row.atMs).toISOString().slice(0, isIntraday ? 16 : 10)}>
            {chartDate(row.atMs, 'weekdayYear')}
            {isIntraday && `, ${chartDate(row.atMs, 'time')} UTC`}
          </time>
        )}
      </th>
      {model.lines.map(({ place }, line) => {
        const cell = row.cells[line];
        return [
          <td key={place} className={`${FIGURE_CELL} text-right`}>
            {cell ? (
              <AlignedFigure
                parts={rateParts(cell.rate)}
                fractionChars={fractions[line] ?? 1}
                // An average has all its digits, for which a phone has no room beside its days.
                {...(period && { onPhone: shortRate(cell.rate) })}
              />
            ) : (
              <span className="text-text-muted">{absenceText(model, row, line)}</span>
            )}
          </td>,
          line === 0 && (
            <td key="change" className={`${FIGURE_CELL} text-right`}>
              {change !== null && <Change percent={change} />}
            </td>
          ),
          line === 0 && period && (
            <td key="days" className={`${FIGURE_CELL} text-right text-text-soft`}>
              {cell?.period && daysOfPeriod(cell.period)}
            </td>
          ),
        ];
      })}
    </>
  );
}
