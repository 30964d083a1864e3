import { Skeleton } from '#components/ui/skeleton';
import { Cell, Row } from '#components/ui/table';

/** A row of a table that is a grid of two columns on a phone. */
export const PHONE_GRID = 'max-phone:grid-cols-[minmax(0,1fr)_auto]';

/** Rows that are on their way, a cell for each width (a CSS length such as `14ch`); on a phone the first four, one below the other. */
export function LoadingRows({
  count,
  widths,
}: {
  readonly count: number;
  readonly widths: readonly string[];
}) {
  return Array.from({ length: count }, (_, row) => (
    <Row key={row} className={PHONE_GRID}>
      {widths.map((width, cell) => (
        <Cell key={cell} className="max-phone:col-start-1 max-phone:nth-[n+5]:hidden">
          <Skeleton width={width} />
        </Cell>
      ))}
    </Row>
  ));
}
