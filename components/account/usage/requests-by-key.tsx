import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import { type KeyRow, USAGE_DAYS } from '#lib/contract/account';
import { countRecent, countTotal, shareText } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { hasEnded } from '#components/account/keys/key-states.ts';
import { KeyText } from '#components/account/keys/key-text';

const MONTH = `${USAGE_DAYS} days`;
const COLUMNS = ['Name', 'Key', 'Today', '7 days', MONTH, 'Share'];
const RIGHT = 'text-right';
const LOOKS = { Today: RIGHT, '7 days': RIGHT, [MONTH]: RIGHT, Share: RIGHT };
const WIDTHS = ['14ch', '17ch', '4ch', '4ch', '5ch', '3ch'];

/** Who asked how much: each key's requests and its part of the whole, the busiest first. */
export function RequestsByKey({ keys }: { readonly keys: readonly KeyRow[] | undefined }) {
  return (
    <Card title="By key">
      <ListTable name="Requests by key" columns={COLUMNS} looks={LOOKS} widths={WIDTHS} likelyRows={3}>
        {keys && <Lines keys={keys} />}
      </ListTable>
    </Card>
  );
}

function Lines({ keys }: { readonly keys: readonly KeyRow[] }) {
  const total = countTotal(keys.flatMap(({ requests }) => requests));
  return keys
    .toSorted((one, other) => countTotal(other.requests) - countTotal(one.requests))
    .map((row) => (
      <Row key={row.id} className={PHONE_GRID}>
        <Cell className="max-w-0 min-w-40 max-phone:max-w-none">
          <span className="flex items-baseline gap-2">
            <b className="truncate font-medium" title={row.name}>
              {row.name}
            </b>
            {hasEnded(row) && <span className="text-xs text-text-muted">{row.state}</span>}
          </span>
        </Cell>
        <Cell className="max-phone:col-start-1">
          <KeyText {...row} />
        </Cell>
        <Count count={countRecent(row.requests, 1)} name="today" />
        <Count count={countRecent(row.requests, 7)} name="in 7 days" />
        <Cell className="text-right font-medium max-phone:col-start-2 max-phone:row-start-1">
          {wholeText(countTotal(row.requests))}
        </Cell>
        <Cell className="text-right text-text-soft max-phone:col-start-2 max-phone:row-start-2">
          {shareText(countTotal(row.requests), total)}
        </Cell>
      </Row>
    ));
}

function Count({ count, name }: { readonly count: number; readonly name: string }) {
  return (
    <Cell className="text-right text-text-soft max-phone:col-start-1 max-phone:text-left">
      {wholeText(count)}
      <span className="text-text-muted phone:hidden"> {name}</span>
    </Cell>
  );
}
