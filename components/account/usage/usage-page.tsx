'use client';
import { Blank } from '#components/ui/notices/blank';
import { ButtonLink } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { Skeleton } from '#components/ui/skeleton';
import { KEYS_QUERY } from '#lib/client/account/account-queries';
import { type KeyRow, USAGE_DAYS } from '#lib/contract/account';
import { addCounts, countRecent, countTotal } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';
import { AccountPart } from '#components/account/account-part';
import { RequestsByDay } from './requests-by-day.tsx';
import { RequestsByKey } from './requests-by-key.tsx';
import { useAccountQuery } from '#components/account/use-account.ts';

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
