'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { AccountPart } from '#components/account/account-part';
import { AccountFormAlert } from '#components/account/forms/account-form';
import { type AccountAction, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { useDialog } from '#components/account/forms/use-dialog';
import { Instant } from '#components/account/instant';
import { LoadingRows, PHONE_GRID } from '#components/account/loading-rows';
import { useAccount } from '#components/account/use-account.ts';
import { Button } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { accountClient } from '#lib/client/account/account-client';
import { WATCHES_QUERY } from '#lib/client/account/account-queries';
import { type Watches, WATCHES_MAX, type WatchRow } from '#lib/contract/watches';
import { ruleText, watchText } from '#lib/domain/series/watch-text';
import { FeedCard } from './feed-card.tsx';
import { FiredTable } from './fired-table.tsx';

const loadDialog = () => import('./watch-dialog.tsx');

/** The pairs that the account watches, and what was noted of them. */
export function WatchesPage() {
  const { account } = useAccount();
  const listed = useQuery({ ...WATCHES_QUERY, enabled: account !== null });
  const action = useAccountAction();
  const dialog = useDialog(loadDialog, null);
  const add = () => dialog.ask(null);
  const found = listed.data;
  return (
    <>
      <PageHead title="Watches" action={<AddButton found={found} onPress={add} />}>
        Be told when a rate crosses a threshold or moves.{' '}
        <span className={`whitespace-nowrap ${found === undefined ? 'invisible' : ''}`}>
          {found?.watches.length ?? 0} of {WATCHES_MAX} in use.
        </span>
      </PageHead>
      {dialog.missing}
      <div className="mb-4 empty:hidden max-phone:mx-4">
        <AccountFormAlert problem={action.problem} />
      </div>
      <AccountPart
        asked={listed}
        title="Your watches could not be listed"
        calm="They go on; adding and removing wait."
      >
        <Card>
          {found?.watches.length === 0 ? (
            <NoWatches onAdd={add} />
          ) : (
            <WatchesTable watches={found?.watches} action={action} />
          )}
        </Card>
      </AccountPart>
      {found !== undefined && found.fired.length > 0 && <FiredTable fired={found.fired} />}
      {found !== undefined && <FeedCard madeAt={found.feedMadeAt} />}
      {dialog.part && <dialog.part.WatchDialog isOpen={dialog.isOpen} onClose={dialog.close} />}
    </>
  );
}

function AddButton({
  found,
  onPress,
}: {
  readonly found: Watches | undefined;
  readonly onPress: () => void;
}) {
  if (found?.watches.length === 0) return null;
  const isFull = found !== undefined && found.watches.length >= WATCHES_MAX;
  return (
    <Button look="main" onClick={onPress} disabled={found === undefined || isFull}>
      <Plus aria-hidden="true" className="size-4" />
      Add watch
    </Button>
  );
}

function NoWatches({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Blank
      title="No watches yet"
      actions={
        <Button look="main" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4" />
          Add the first watch
        </Button>
      }
    >
      <p>
        A watch compares each new rate of a pair with a threshold, or with the days before. A crossing is
        noted once, and again after the rate has been on the other side.
      </p>
    </Blank>
  );
}

function WatchesTable({
  watches,
  action,
}: {
  readonly watches: readonly WatchRow[] | undefined;
  readonly action: AccountAction;
}) {
  return (
    <Table name="Watches" aria-busy={watches === undefined || undefined}>
      <Heads>
        <HeadCell>Pair</HeadCell>
        <HeadCell>Watch for</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Added</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </Heads>
      <Rows>
        {watches === undefined && <LoadingRows count={2} widths={['8ch', '14ch', '16ch', '10ch', '7ch']} />}
        {watches?.map((watch) => (
          <WatchLine key={watch.id} watch={watch} action={action} />
        ))}
      </Rows>
    </Table>
  );
}

function WatchLine({ watch, action }: { readonly watch: WatchRow; readonly action: AccountAction }) {
  const { id, from, to, rule, createdAt } = watch;
  return (
    <Row className={PHONE_GRID}>
      <Cell className="font-medium">
        {from}/{to}
      </Cell>
      <Cell className="max-phone:col-start-1">{ruleText(rule)}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">{stateText(watch)}</Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">added </span>
        <Instant at={createdAt} />
      </Cell>
      <Cell className="text-right max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-1">
        <Button
          look="line"
          size="sm"
          aria-label={`Remove the watch ${watchText({ base: from, quote: to, rule })}`}
          aria-disabled={action.isBusy || undefined}
          onClick={() => void action.run(() => accountClient.removeWatch({ id }))}
        >
          Remove
        </Button>
      </Cell>
    </Row>
  );
}

/** Whether the next crossing is told, or the rate must first go back. */
function stateText({ isBeyond, rule }: WatchRow): string {
  if (isBeyond === null) return 'no figure to compare yet';
  if (!isBeyond) return 'waiting';
  return rule.kind === 'moved' ? 'moved; waits until it is calm' : `${rule.kind} now; waits until it is not`;
}
