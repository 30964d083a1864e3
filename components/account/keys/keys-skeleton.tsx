import { Skeleton } from '#components/ui/skeleton';
import { Cell, Row, Rows, Table } from '#components/ui/table';
import { KeyHeads } from './keys-table.tsx';

/** Widths of four names. */
const NAMES = ['14ch', '11ch', '15ch', '9ch'] as const;

/** The keys while they load: rows of the same height, so that nothing moves. */
export function KeysSkeleton() {
  return (
    <Table name="API keys, loading" aria-busy="true">
      <KeyHeads />
      <Rows>
        {NAMES.map((width) => (
          <Row key={width} className="max-phone:grid-cols-[minmax(0,1fr)_auto]">
            <Cell>
              <Skeleton width={width} />
            </Cell>
            <Cell className="max-phone:col-start-1">
              <Skeleton width="17ch" />
            </Cell>
            <Cell className="max-xl:hidden">
              <Skeleton width="9ch" />
            </Cell>
            <Cell className="max-phone:col-start-1">
              <Skeleton width="8ch" />
            </Cell>
            <Cell className="max-phone:col-start-1">
              <Skeleton width="9ch" />
            </Cell>
            <Cell className="text-right max-phone:col-start-2 max-phone:row-start-1">
              <Skeleton width="6ch" />
              <span className="block text-xs phone:hidden">
                <Skeleton width="8ch" />
              </span>
            </Cell>
            <Cell className="max-phone:hidden" />
          </Row>
        ))}
      </Rows>
    </Table>
  );
}
