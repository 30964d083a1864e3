import { useMemo } from 'react';
import { AlignedFigure } from '#components/ui/figures/figure';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { chartDate } from '#lib/format/charts/chart-dates';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { percentMovement, shortRate } from '#lib/format/charts/chart-numbers';
import type { ChartRow } from '#lib/format/charts/chart-rows';
import { absenceText, fractionChars, type TableRow, tableRows } from '#lib/format/charts/chart-table';
import { daysOfPeriod, periodName } from '#lib/format/charts/period-text';
import { rateParts } from '#lib/format/numbers/figures';
import { capital } from '#lib/format/sources/source-names';
import { useCorrections } from '#components/history-chart/use-corrections.ts';
import { ROW_PX, tableHeightPx } from './figures-table-size.ts';
import { MovementText } from './movement-text.tsx';
import { FIGURE_CELL, FIRST_CELL, HEAD_CELL, LAST_CELL, RowSpace } from './table-look.tsx';
import { useRowWindow } from './use-row-window.ts';

interface TableProps {
  readonly model: ChartModel;
  readonly pair: string;
  readonly isAlone?: boolean;
}

/** The figures of a chart, newest first: every row is in the table, those in sight are drawn. */
export function FiguresTable({
  clients,
  nowMs,
  ...props
}: TableProps & { readonly clients: ChartClients; readonly nowMs: number }) {
  const { model } = props;
  const corrections = useCorrections(clients, model);
  const rows = useMemo(
    () => tableRows(model, new Date(nowMs).getUTCFullYear(), corrections),
    [model, nowMs, corrections],
  );
  return <RowsTable key={rows.length} rows={rows} {...props} />;
}

function RowsTable({
  rows,
  model,
  pair,
  isAlone = false,
}: TableProps & { readonly rows: readonly TableRow[] }) {
  const fractions = useMemo(() => fractionChars(model), [model]);
  const heightPx = tableHeightPx(isAlone);
  const { scroller, onScroll, start, end, beforePx, afterPx } = useRowWindow<HTMLDivElement>({
    count: rows.length,
    rowPx: ROW_PX,
    heightPx,
  });
  const columns = model.lines.length + (model.period === null ? 2 : 3);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`Figures of ${pair}`}
      tabIndex={0}
      onScroll={onScroll}
      className="relative overflow-auto rounded-b-card border-t border-line focus-visible:-outline-offset-2 print:max-h-none! print:overflow-visible"
      style={{ maxHeight: heightPx }}
    >
      <table aria-rowcount={rows.length + 1} className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{pair}, newest first</caption>
        <thead>
          <tr aria-rowindex={1} className="text-xs text-text-muted">
            <th scope="col" className={`${HEAD_CELL} ${FIRST_CELL}`}>
              {model.period ? 'Period' : model.isIntraday ? 'Instant' : 'Day'}
            </th>
            {model.lines.map(({ place, label }, line) => (
              <HeadCells
                key={place}
                label={label}
                hasDays={model.period !== null}
                isFirst={line === 0}
                isLast={line === model.lines.length - 1}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <RowSpace px={beforePx} columns={columns} />
          {rows.slice(start, end).map((one, place) => {
            const index = start + place;
            return one.kind !== 'figures' ? (
              <tr key={index} aria-rowindex={index + 2}>
                <td
                  colSpan={columns}
                  className={`${FIGURE_CELL} ${FIRST_CELL} ${LAST_CELL} text-text-muted max-phone:text-xs/4 max-phone:whitespace-normal`}
                >
                  <span className="max-phone:sticky max-phone:left-4 max-phone:inline-block max-phone:max-w-[calc(100vw-2rem)]">
                    {one.text}
                  </span>
                </td>
              </tr>
            ) : (
              <FiguresRow
                key={index}
                rowIndex={index + 2}
                model={model}
                row={one.row}
                change={one.change}
                fractions={fractions}
              />
            );
          })}
          <RowSpace px={afterPx} columns={columns} />
        </tbody>
      </table>
    </div>
  );
}

function HeadCells({
  label,
  hasDays,
  isFirst,
  isLast,
}: {
  readonly label: string;
  readonly hasDays: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}) {
  return (
    <>
      <th scope="col" className={`${HEAD_CELL} text-right ${isLast && !isFirst ? LAST_CELL : ''}`}>
        {label}
      </th>
      {isFirst && (
        <th scope="col" className={`${HEAD_CELL} text-right ${isLast && !hasDays ? LAST_CELL : ''}`}>
          Change
        </th>
      )}
      {isFirst && hasDays && (
        <th scope="col" className={`${HEAD_CELL} text-right ${isLast ? LAST_CELL : ''}`}>
          Days
        </th>
      )}
    </>
  );
}

function FiguresRow({
  rowIndex,
  model,
  row,
  change,
  fractions,
}: {
  readonly rowIndex: number;
  readonly model: ChartModel;
  readonly row: ChartRow;
  readonly change: number | null;
  readonly fractions: readonly number[];
}) {
  const last = model.lines.length - 1;
  return (
    <tr aria-rowindex={rowIndex} className="hover:bg-hover">
      <th scope="row" className={`${FIGURE_CELL} ${FIRST_CELL} font-regular`}>
        {model.period ? (
          capital(periodName(row.atMs, model.period.length))
        ) : (
          <time dateTime={new Date(row.atMs).toISOString().slice(0, model.isIntraday ? 16 : 10)}>
            {chartDate(row.atMs, 'weekdayYear')}
            {model.isIntraday && `, ${chartDate(row.atMs, 'time')} UTC`}
          </time>
        )}
      </th>
      {model.lines.map(({ place }, line) => {
        const cell = row.cells[line];
        const isEnd = line === last;
        return [
          <td key={place} className={`${FIGURE_CELL} text-right ${isEnd && line > 0 ? LAST_CELL : ''}`}>
            {cell ? (
              <AlignedFigure
                parts={rateParts(cell.rate)}
                fractionChars={fractions[line] ?? 1}
                // An average has all its digits, for which a phone has no room beside its days.
                {...(model.period && { onPhone: shortRate(cell.rate) })}
              />
            ) : (
              <span className="text-text-muted">{absenceText(model, row, line)}</span>
            )}
          </td>,
          line === 0 && (
            <td
              key="change"
              className={`${FIGURE_CELL} text-right ${isEnd && !model.period ? LAST_CELL : ''}`}
            >
              {change !== null && <MovementText movement={percentMovement(change)} />}
            </td>
          ),
          line === 0 && model.period && (
            <td key="days" className={`${FIGURE_CELL} text-right text-text-soft ${isEnd ? LAST_CELL : ''}`}>
              {cell?.period && daysOfPeriod(cell.period)}
            </td>
          ),
        ];
      })}
    </tr>
  );
}
