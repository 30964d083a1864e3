import { Skeleton } from '#components/ui/skeleton';
import { CELL_LOOK, COLUMNS, ROW_LOOK } from './table-columns.ts';

/** Rows of the first screen. */
const ROWS = 14;

/** How wide what stands in each column will about be. */
const WIDTHS = [
  ['currency', '17ch'],
  ['rate', '11ch'],
  ['day1', '6ch'],
  ['day7', '6ch'],
  ['day30', '6ch'],
  ['line', '5rem'],
  ['age', '9ch'],
  ['source', '5ch'],
] as const;

/** The rows while they are on their way: the same heights and columns, so that nothing jumps when they come. */
export function TableSkeleton() {
  return (
    <tbody role="rowgroup" aria-hidden="true" className="block">
      {Array.from({ length: ROWS }, (_, index) => (
        <tr key={index} className={ROW_LOOK}>
          {WIDTHS.map(([column, width]) => (
            <td key={column} className={`${CELL_LOOK} ${COLUMNS[column]}`}>
              <Skeleton width={width} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
