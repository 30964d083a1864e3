import { Skeleton } from '#components/ui/skeleton';
import { CELL_LOOK, COLUMNS, ROW_LOOK } from './table-columns.ts';

/** Rows of the first screen. */
const ROWS = 14;

/** Widths of names, so that the column looks like one. */
const NAME_WIDTHS = ['14ch', '19ch', '11ch', '16ch', '12ch', '17ch', '13ch'];

/** The rows while they are on their way: the same heights and columns, so that nothing jumps when they come. */
export function TableSkeleton() {
  return (
    <tbody role="rowgroup" aria-hidden="true" className="block">
      {Array.from({ length: ROWS }, (_, index) => (
        <tr key={index} className={ROW_LOOK}>
          <td className={`${CELL_LOOK} ${COLUMNS.currency}`}>
            <span className="flex items-center gap-2.5">
              <span className="skeleton size-6! flex-none rounded-tag!" />
              <Skeleton width={NAME_WIDTHS[index % NAME_WIDTHS.length] ?? '14ch'} />
            </span>
          </td>
          <td className={`${CELL_LOOK} ${COLUMNS.rate}`}>
            <Skeleton width="11ch" />
          </td>
          {(['day1', 'day7', 'day30'] as const).map((days) => (
            <td key={days} className={`${CELL_LOOK} ${COLUMNS[days]}`}>
              <Skeleton width="6ch" />
            </td>
          ))}
          <td className={`${CELL_LOOK} ${COLUMNS.line} text-right`}>
            <Skeleton width="5rem" />
          </td>
          <td className={`${CELL_LOOK} ${COLUMNS.age}`}>
            <Skeleton width="9ch" />
          </td>
          <td className={`${CELL_LOOK} ${COLUMNS.source}`}>
            <Skeleton width="5ch" />
          </td>
          <td className={`${CELL_LOOK} ${COLUMNS.pin}`} />
        </tr>
      ))}
    </tbody>
  );
}
