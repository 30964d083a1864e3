import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import type { FiredWatch } from '#lib/contract/watches';
import { crossingText, watchText } from '#lib/domain/series/watch-text';
import { instantText } from '#lib/format/instants';

const COLUMNS = ['When', 'Watch', 'Figure', 'Source'];

/** The crossings that were noted, the newest first. */
export function FiredTable({ fired }: { readonly fired: readonly FiredWatch[] }) {
  return (
    <div className="mt-6">
      <Card title="Noted">
        <ListTable name="Noted" columns={COLUMNS}>
          {fired.map((one) => (
            <FiredLine key={one.id} fired={one} />
          ))}
        </ListTable>
      </Card>
    </div>
  );
}

function FiredLine({ fired }: { readonly fired: FiredWatch }) {
  const { from, to, rule, at, source, observedAt, version } = fired;
  const pair = { base: from, quote: to };
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <Instant at={at}>{instantText(new Date(at))}</Instant>
      </Cell>
      <Cell className="font-medium max-phone:col-start-1">{watchText({ ...pair, rule })}</Cell>
      <Cell className="max-phone:col-start-1">{crossingText(pair, fired)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">
        <span title={`Observed ${instantText(new Date(observedAt))}, data version ${version}`}>{source}</span>
      </Cell>
    </Row>
  );
}
