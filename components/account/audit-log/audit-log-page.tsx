'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import { PageHead } from '#components/ui/page-head';
import { Card } from '#components/ui/card';
import { AUDIT_LOG_QUERY } from '#lib/client/account/account-queries';
import type { AuditEvent } from '#lib/contract/account';
import { instantText } from '#lib/format/instants';
import { AccountPart } from '#components/account/account-part';
import { AuditLine, AuditTable } from './audit-event.tsx';
import { useAccount } from '#components/account/use-account.ts';

/** Everything that was done with the account and its keys, newest first. */
export function AuditLogPage() {
  const { account } = useAccount();
  const auditLog = useInfiniteQuery({ ...AUDIT_LOG_QUERY, enabled: account !== null });
  const events = auditLog.data?.pages.flatMap((page) => page.events);
  return (
    <>
      <PageHead title="Audit trail">
        What was done with the account and its keys, by whom and from where. Nothing here is ever changed.
      </PageHead>
      <AccountPart
        asked={auditLog}
        title="The audit trail could not be read"
        calm="Nothing is lost: events are still recorded."
      >
        <Card>
          <Events events={events} />
        </Card>
      </AccountPart>
      {auditLog.hasNextPage && (
        <div className="mt-4 flex items-center gap-3 max-phone:mx-4">
          <Button
            look="line"
            aria-disabled={auditLog.isFetchingNextPage || undefined}
            onClick={() => {
              if (!auditLog.isFetchingNextPage) void auditLog.fetchNextPage();
            }}
          >
            Show older events
          </Button>
          {auditLog.isFetchNextPageError && (
            <span role="alert" className="text-sm text-outage">
              They could not be read. Try again.
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Events({ events }: { readonly events: readonly AuditEvent[] | undefined }) {
  if (events?.length === 0) {
    return (
      <Blank title="Nothing happened yet">
        <p>Keys created, rotated, revoked and limited are recorded here, and so are sign-ins.</p>
      </Blank>
    );
  }
  return (
    <AuditTable name="Audit trail">
      {events?.map((event) => (
        <AuditLine key={event.id} event={event} when={instantText(new Date(event.at))} />
      ))}
    </AuditTable>
  );
}
