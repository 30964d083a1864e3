'use client';
import { ActionButton } from '#components/account/forms/action-button';
import { type AccountAction, useAccountAction } from '#components/account/forms/use-account-action.ts';
import { Instant } from '#components/account/instant';
import { AccountList } from '#components/account/list/account-list';
import { ListTable, PHONE_GRID } from '#components/account/list/list-table';
import { useAccountQuery } from '#components/account/use-account.ts';
import { Card } from '#components/ui/card';
import { Cell, Row } from '#components/ui/table';
import { Tag } from '#components/ui/tag';
import { accountClient } from '#lib/client/account/account-client';
import { SESSIONS_QUERY } from '#lib/client/account/account-queries';
import { useNow } from '#lib/client/browser/now';
import type { SessionRow } from '#lib/contract/account';
import { SECOND_MS } from '#lib/domain/durations';
import { usedText } from '#lib/format/account/key-terms';
import { dayText } from '#lib/format/instants';

const COLUMNS = ['Browser', 'Address', 'Signed in', 'Last seen'];
const WIDTHS = ['18ch', '12ch', '10ch', '8ch', '6ch'];

/** Where the account is signed in, each to be ended from here. */
export function SessionsPage() {
  const listed = useAccountQuery(SESSIONS_QUERY);
  const action = useAccountAction();
  const sessions = listed.data;
  return (
    <AccountList
      title="Sessions"
      about="Browsers that are signed in. End one that you do not know, then change the password."
      what="sessions"
      calm="They stay as they are. Changing the password under Security ends all but this one."
      asked={listed}
      action={
        <ActionButton
          disabled={!sessions?.some(({ isCurrent }) => !isCurrent)}
          action={action}
          send={() => accountClient.endSessions({ others: true })}
        >
          End all others
        </ActionButton>
      }
      problem={action.problem}
    >
      <Card>
        <ListTable name="Sessions" columns={COLUMNS} widths={WIDTHS} hasActions>
          {sessions?.map((session) => (
            <SessionLine key={session.id} session={session} action={action} />
          ))}
        </ListTable>
      </Card>
    </AccountList>
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
          <ActionButton
            size="sm"
            aria-label={`End the session of ${browser}, signed in on ${dayText(new Date(session.createdAt))}`}
            action={action}
            send={() => accountClient.endSessions({ id: session.id })}
          >
            End
          </ActionButton>
        )}
      </Cell>
    </Row>
  );
}
