'use client';
import { Blank } from '#components/ui/notices/blank';
import { ButtonLink } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { Skeleton } from '#components/ui/skeleton';
import { KEYS_QUERY } from '#lib/client/account/account-queries';
import { type KeyRow, USAGE_DAYS } from '#lib/contract/account';
import { addCounts, countRecent, countTotal, shareText } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { AccountPart } from '#components/account/account-part';
import { useAccountQuery } from '#components/account/use-account.ts';
import { Cell, Row } from '#components/ui/table';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { hasEnded } from '#components/account/keys/key-states.ts';
import { KeyText } from '#components/account/keys/key-text';
import { RequestsByDay } from './requests-by-day.tsx';

/** What the account's keys asked for in the last 30 days. */
export function UsagePage() {
  const listed = useAccountQuery(KEYS_QUERY);
  return (
    <>
      <PageHead title="Usage">
        Requests made with all your keys, including ended ones. Days are in UTC; counts appear within a
        minute.
      </PageHead>
      <AccountPart
        asked={listed}
        title="Your usage could not be read"
        calm="Keys keep working, and their requests are still counted."
      >
        <Filled keys={listed.data?.keys} />
      </AccountPart>
    </>
  );
}

function Filled({ keys }: { readonly keys: readonly KeyRow[] | undefined }) {
  if (keys?.length === 0) {
    return (
      <Card>
        <Blank
          title="No keys, so no requests"
          actions={
            <ButtonLink look="main" href="/account/keys">
              Create a key
            </ButtonLink>
          }
        >
          <p>Create one per program; its requests are counted here by day.</p>
        </Blank>
      </Card>
    );
  }
  const lists = keys?.map(({ requests }) => requests);
  const counts = lists && addCounts(lists, USAGE_DAYS);
  return (
    <div className="grid gap-6 max-phone:gap-4">
      <Card>
        <dl className="grid grid-cols-3 gap-x-4 px-6 pt-5 max-phone:px-4 max-phone:pt-4">
          <Total name="Today" count={counts && countRecent(counts, 1)} />
          <Total name="7 days" count={counts && countRecent(counts, 7)} />
          <Total name={`${USAGE_DAYS} days`} count={counts && countTotal(counts)} />
        </dl>
        <RequestsByDay counts={counts} />
      </Card>
      <RequestsByKey keys={keys} />
    </div>
  );
}

function Total({ name, count }: { readonly name: string; readonly count: number | undefined }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-sm text-text-soft">{name}</dt>
      <dd className="text-figure-md font-medium tracking-figure max-phone:text-figure-sm">
        {count === undefined ? <Skeleton width="5ch" /> : wholeText(count)}
      </dd>
    </div>
  );
}

const MONTH = `${USAGE_DAYS} days`;
const COLUMNS = ['Name', 'Key', 'Today', '7 days', MONTH, 'Share'];
const RIGHT = 'text-right';
const LOOKS = { Today: RIGHT, '7 days': RIGHT, [MONTH]: RIGHT, Share: RIGHT };
const WIDTHS = ['14ch', '17ch', '4ch', '4ch', '5ch', '3ch'];

/** Who asked how much: each key's requests and its part of the whole, the busiest first. */
function RequestsByKey({ keys }: { readonly keys: readonly KeyRow[] | undefined }) {
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
