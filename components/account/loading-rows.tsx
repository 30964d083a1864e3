import { Skeleton } from '#components/ui/skeleton';
import { Cell, Row } from '#components/ui/table';

/** A row of a table that is a grid of two columns on a phone. */
export const PHONE_GRID = 'max-phone:grid-cols-[minmax(0,1fr)_auto]';

/** A cell of a row that is on its way. */
export interface LoadingCell {
  /** About how wide its text will be, a CSS length such as `14ch`; nothing where the cell has none. */
  readonly width?: string;
  /** The same of a second line, which only a phone has. */
  readonly phoneWidth?: string;
  readonly className?: string;
}

/** Rows that are on their way: of the same height, so that nothing moves when they come. */
export function LoadingRows({
  count,
  cells,
}: {
  readonly count: number;
  readonly cells: readonly LoadingCell[];
}) {
  return Array.from({ length: count }, (_, row) => (
    <Row key={row} className={PHONE_GRID}>
      {cells.map(({ width, phoneWidth, className }, cell) => (
        <Cell key={cell} {...(className && { className })}>
          {width && <Skeleton width={width} />}
          {phoneWidth && (
            <span className="block text-xs phone:hidden">
              <Skeleton width={phoneWidth} />
            </span>
          )}
        </Cell>
      ))}
    </Row>
  ));
}
