import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import type { FiredWatch } from '#lib/contract/watches';
import { crossingWords, watchWords } from '#lib/format/account/watch-words';
import { instantText } from '#lib/format/instants';
import { sourceName } from '#lib/format/sources/source-names';

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
  const { at, source, observedAt, version } = fired;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <Instant at={at}>{instantText(new Date(at))}</Instant>
      </Cell>
      <Cell className="font-medium max-phone:col-start-1">{watchWords(fired)}</Cell>
      <Cell className="max-phone:col-start-1">{crossingWords(fired)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">
        <span title={`Observed ${instantText(new Date(observedAt))}, data version ${version}`}>
          {sourceName(source)}
        </span>
      </Cell>
    </Row>
  );
}
