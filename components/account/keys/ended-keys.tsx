import { ChevronRight } from 'lucide-react';
import { Cell, Row } from '#components/ui/table';
import { Instant } from '#components/account/instant';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import type { KeyRow } from '#lib/contract/account';
import { countTotal } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { hasEnded, type KeyFate, keyFate } from './key-states.ts';
import { KeyText } from './key-text.tsx';

const COLUMNS = ['Name', 'Key', 'Ended', 'Requests, 30 days'];
const LOOKS = { 'Requests, 30 days': 'text-right' };

/** Keys that are refused now, folded away: one looks here when a program is refused. */
export function EndedKeys({ keys }: { readonly keys: readonly KeyRow[] }) {
  const ended = keys.filter(hasEnded);
  if (ended.length === 0) return null;
  return (
    <details className="group mt-4">
      <summary className="inline-flex h-8 cursor-pointer items-center gap-1 rounded-control pr-2 text-sm text-text-soft marker:content-none hover:text-text max-phone:mx-4 max-phone:h-10 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        {ended.length === 1 ? '1 ended key' : `${ended.length} ended keys`}
      </summary>
      <div className="mt-2 overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
        <ListTable name="Ended keys" columns={COLUMNS} looks={LOOKS}>
          {ended.map((row) => (
            <Row key={row.id} className={PHONE_GRID}>
              <Cell className="max-w-0 min-w-40 truncate text-text-soft max-phone:max-w-none">
                {row.name}
              </Cell>
              <Cell className="text-text-soft max-phone:col-start-1">
                <KeyText {...row} />
              </Cell>
              <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
                <Ending {...keyFate(row)} />
              </Cell>
              <Cell className="text-right text-text-soft max-phone:col-start-2 max-phone:row-start-1">
                {wholeText(countTotal(row.requests))}
              </Cell>
            </Row>
          ))}
        </ListTable>
      </div>
    </details>
  );
}

function Ending({ word, at }: KeyFate) {
  return (
    <>
      {word} {at !== null && <Instant at={at} />}
    </>
  );
}
