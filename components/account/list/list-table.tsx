import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';

/** A row of a table that is a grid of two columns on a phone. */
export const PHONE_GRID = 'max-phone:grid-cols-[minmax(0,1fr)_auto]';

/** A table of the account under the heads of its columns; without children its rows are on their way. */
export function ListTable({
  name,
  columns,
  looks = {},
  headsLook,
  hasActions = false,
  widths = [],
  likelyRows = 2,
  children,
}: {
  readonly name: string;
  readonly columns: readonly string[];
  /** The looks of heads by their names. */
  readonly looks?: Readonly<Record<string, string>>;
  readonly headsLook?: string | undefined;
  /** Whether each row ends with what can be done with it. */
  readonly hasActions?: boolean;
  /** About how wide each cell is, as CSS lengths such as `14ch`, and how many rows there are. */
  readonly widths?: readonly string[];
  readonly likelyRows?: number;
  readonly children: ReactNode;
}) {
  const isLoading = children === undefined;
  return (
    <Table name={isLoading ? `${name}, loading` : name} aria-busy={isLoading || undefined}>
      <Heads className={headsLook}>
        {columns.map((column) => (
          <HeadCell key={column} className={looks[column]}>
            {column}
          </HeadCell>
        ))}
        {hasActions && (
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        )}
      </Heads>
      <Rows>
        {isLoading
          ? Array.from({ length: likelyRows }, (_, row) => <LoadingRow key={row} widths={widths} />)
          : children}
      </Rows>
    </Table>
  );
}

/** A row that is on its way; on a phone its first four cells, one below the other. */
function LoadingRow({ widths }: { readonly widths: readonly string[] }) {
  return (
    <Row className={PHONE_GRID}>
      {widths.map((width, cell) => (
        <Cell key={cell} className="max-phone:col-start-1 max-phone:nth-[n+5]:hidden">
          <Skeleton width={width} />
        </Cell>
      ))}
    </Row>
  );
}
