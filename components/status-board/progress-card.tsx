import { Card } from '#components/ui/card';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import type { BoardProgress } from '#lib/contract/status-page';
import { sourceName } from '#lib/format/sources/source-names';

/** How much history there is; only while this process fetches it, or did since it started. */
export function ProgressCard({ rows }: { readonly rows: readonly BoardProgress[] }) {
  if (rows.length === 0) return null;
  return (
    <Card title="History">
      <Table name="History that is being fetched, newest first">
        <Heads>
          <HeadCell>Source</HeadCell>
          <HeadCell>Parts fetched</HeadCell>
          <HeadCell className="w-1/2">
            <span className="sr-only">Share</span>
          </HeadCell>
        </Heads>
        <Rows>
          {rows.map(({ source, done, total }) => (
            <Row key={source}>
              <Cell>{sourceName(source)}</Cell>
              <Cell className="tabular-nums">{done === total ? `all ${total}` : `${done} of ${total}`}</Cell>
              <Cell>
                <progress
                  aria-label={`History of ${sourceName(source)}`}
                  value={done}
                  max={total}
                  className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
                />
              </Cell>
            </Row>
          ))}
        </Rows>
      </Table>
    </Card>
  );
}
