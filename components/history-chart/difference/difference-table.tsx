import { useMemo } from 'react';
import { AlignedFigure } from '#components/ui/figures/figure';
import { chartDate, dayField } from '#lib/format/charts/chart-dates';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { fractionChars } from '#lib/format/charts/chart-table';
import type { DifferenceModel } from '#lib/format/charts/difference-model';
import { differenceName } from '#lib/format/charts/difference-text';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { rateParts } from '#lib/format/numbers/figures';
import { ROW_PX, tableHeightPx } from '#components/history-chart/figures/figures-table-size.ts';
import {
  FIGURE_CELL,
  FIRST_CELL,
  HEAD_CELL,
  LAST_CELL,
  RowSpace,
} from '#components/history-chart/figures/table-look';
import { useRowWindow } from '#components/history-chart/figures/use-row-window.ts';

const COLUMNS = 4;

/** The days of a difference, newest first: every row is in the table, those in sight are drawn. */
export function DifferenceTable({
  difference,
  isAlone = false,
}: {
  readonly difference: DifferenceModel;
  readonly isAlone?: boolean;
}) {
  const { line, reference, days } = difference;
  const heightPx = tableHeightPx(isAlone);
  const { scroller, onScroll, start, end, beforePx, afterPx } = useRowWindow<HTMLDivElement>({
    count: days.length,
    rowPx: ROW_PX,
    heightPx,
  });
  const name = `${line.base}/${line.quote}, ${differenceName(difference)}`;
  const shown = days.toReversed().slice(start, end);
  const fractions = useMemo(() => fractionChars({ lines: [line, reference] }), [line, reference]);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`Figures of ${name}`}
      tabIndex={0}
      onScroll={onScroll}
      className="relative overflow-auto rounded-b-card border-t border-line focus-visible:-outline-offset-2 print:max-h-none! print:overflow-visible"
      style={{ maxHeight: heightPx }}
    >
      <table aria-rowcount={days.length + 1} className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{name}, newest first</caption>
        <thead>
          <tr aria-rowindex={1} className="text-xs text-text-muted">
            <th scope="col" className={`${HEAD_CELL} ${FIRST_CELL}`}>
              Day
            </th>
            <th scope="col" className={`${HEAD_CELL} text-right`}>
              {line.label}
            </th>
            <th scope="col" className={`${HEAD_CELL} text-right`}>
              {reference.label}
            </th>
            <th scope="col" className={`${HEAD_CELL} ${LAST_CELL} text-right`}>
              Difference, bp
            </th>
          </tr>
        </thead>
        <tbody>
          <RowSpace px={beforePx} columns={COLUMNS} />
          {shown.map(({ dayMs, rate, referenceRate, basisPoints }, index) => (
            <tr key={dayMs} aria-rowindex={start + index + 2} className="hover:bg-hover">
              <th scope="row" className={`${FIGURE_CELL} ${FIRST_CELL} font-regular`}>
                <time dateTime={dayField(dayMs)}>{chartDate(dayMs, 'weekdayYear')}</time>
              </th>
              {[rate, referenceRate].map((one, column) => (
                <td key={column} className={`${FIGURE_CELL} text-right`}>
                  <AlignedFigure
                    parts={rateParts(one)}
                    fractionChars={fractions[column] ?? 1}
                    onPhone={shortRate(one)}
                  />
                </td>
              ))}
              <td className={`${FIGURE_CELL} ${LAST_CELL} text-right font-medium`}>
                {basisPointsText(basisPoints)}
              </td>
            </tr>
          ))}
          <RowSpace px={afterPx} columns={COLUMNS} />
        </tbody>
      </table>
    </div>
  );
}
