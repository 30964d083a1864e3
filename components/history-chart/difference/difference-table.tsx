import { AlignedFigure } from '#components/ui/figures/figure';
import { chartDate, dayField } from '#lib/format/charts/chart-dates';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { fractionChars } from '#lib/format/charts/chart-table';
import type { DifferenceModel } from '#lib/format/charts/difference-model';
import { differenceName } from '#lib/format/charts/difference-text';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { rateParts } from '#lib/format/numbers/figures';
import { FIGURE_CELL, TableFrame } from '#components/history-chart/figures/table-frame';

/** The days of a difference, newest first. */
export function DifferenceTable({
  difference: { line, reference, days },
  isAlone,
}: {
  readonly difference: DifferenceModel;
  readonly isAlone?: boolean;
}) {
  const fractions = fractionChars({ lines: [line, reference] });
  return (
    <TableFrame
      name={`${line.base}/${line.quote}, ${differenceName({ line, reference })}`}
      heads={['Day', line.label, reference.label, 'Difference, bp']}
      count={days.length}
      isAlone={isAlone}
      row={(place) => {
        const day = days.at(-1 - place);
        if (!day) return null;
        return (
          <>
            <th scope="row" className={`${FIGURE_CELL} font-regular`}>
              <time dateTime={dayField(day.dayMs)}>{chartDate(day.dayMs, 'weekdayYear')}</time>
            </th>
            {[day.rate, day.referenceRate].map((rate, column) => (
              <td key={column} className={`${FIGURE_CELL} text-right`}>
                <AlignedFigure
                  parts={rateParts(rate)}
                  fractionChars={fractions[column] ?? 1}
                  onPhone={shortRate(rate)}
                />
              </td>
            ))}
            <td className={`${FIGURE_CELL} text-right font-medium`}>{basisPointsText(day.basisPoints)}</td>
          </>
        );
      }}
    />
  );
}
