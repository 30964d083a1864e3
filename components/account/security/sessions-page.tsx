'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { Cell, HeadCell, Heads, Row, Rows, Table } from '#components/ui/table';
import { Tag } from '#components/ui/tag';
import { accountClient } from '#lib/client/account/account-client';
import { SESSIONS_QUERY } from '#lib/client/account/account-queries';
import { useNow } from '#lib/client/browser/now';
import type { SessionRow } from '#lib/contract/account';
import { dayText } from '#lib/format/instants';
import { usedText } from '#lib/format/account/key-terms';
import { AccountPart } from '#components/account/account-part';
import { Instant } from '#components/account/instant';
import { LoadingRows, PHONE_GRID } from '#components/account/loading-rows';
import { AccountFormAlert } from '#components/account/forms/account-form';
import { type AccountAction, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { useAccount } from '#components/account/use-account.ts';
import { SECOND_MS } from '#lib/domain/durations';

/** Where the account is signed in, each to be ended from here. */
export function SessionsPage() {
  const { account } = useAccount();
  const listed = useQuery({ ...SESSIONS_QUERY, enabled: account !== null });
  const action = useAccountAction();
  const sessions = listed.data;
  return (
    <>
      <PageHead
        title="Sessions"
        action={
          <Button
            look="line"
            disabled={!sessions?.some(({ isCurrent }) => !isCurrent)}
            aria-disabled={action.isBusy || undefined}
            onClick={() => void action.run(() => accountClient.endSessions({ others: true }))}
          >
            End all others
          </Button>
        }
      >
        Browsers that are signed in. End one that you do not know, then change the password.
      </PageHead>
      <div className="mb-4 empty:hidden max-phone:mx-4">
        <AccountFormAlert problem={action.problem} />
      </div>
      <AccountPart
        asked={listed}
        title="Your sessions could not be listed"
        calm="They stay as they are. Changing the password under Security ends all but this one."
      >
        <Card>
          <SessionsTable sessions={sessions} action={action} />
        </Card>
      </AccountPart>
    </>
  );
}

function SessionsTable({
  sessions,
  action,
}: {
  readonly sessions: readonly SessionRow[] | undefined;
  readonly action: AccountAction;
}) {
  return (
    <Table name="Sessions" aria-busy={sessions === undefined || undefined}>
      <Heads>
        <HeadCell>Browser</HeadCell>
        <HeadCell>Address</HeadCell>
        <HeadCell>Signed in</HeadCell>
        <HeadCell>Last seen</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </Heads>
      <Rows>
        {sessions === undefined && <LoadingRows count={2} widths={['18ch', '12ch', '10ch', '8ch', '6ch']} />}
        {sessions?.map((session) => (
          <SessionLine key={session.id} session={session} action={action} />
        ))}
      </Rows>
    </Table>
  );
}

function SessionLine({ session, action }: { readonly session: SessionRow; readonly action: AccountAction }) {
  const now = useNow(SECOND_MS, 0);
  const browser = session.browser ?? 'Unknown browser';
  return (
    <Row className={PHONE_GRID}>
      <Cell className="font-medium">{browser}</Cell>
      <Cell className="text-text-soft max-phone:col-start-1">{session.address ?? 'unknown'}</Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">signed in </span>
        <Instant at={session.createdAt} />
      </Cell>
      <Cell className="whitespace-nowrap text-text-soft max-phone:col-start-1">
        <span className="text-text-muted phone:hidden">seen </span>
        {session.isCurrent ? 'now' : usedText(now - Date.parse(session.lastSeenAt))}
      </Cell>
      <Cell className="text-right max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-1">
        {session.isCurrent ? (
          <Tag>This one</Tag>
        ) : (
          <Button
            look="line"
            size="sm"
            aria-label={`End the session of ${browser}, signed in on ${dayText(new Date(session.createdAt))}`}
            aria-disabled={action.isBusy || undefined}
            onClick={() => void action.run(() => accountClient.endSessions({ id: session.id }))}
          >
            End
          </Button>
        )}
      </Cell>
    </Row>
  );
}
