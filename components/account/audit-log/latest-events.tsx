import Link from 'next/link';
import { Card } from '#components/ui/card';
import { Rows, Table } from '#components/ui/table';
import { useNow } from '#lib/client/browser/now';
import type { AuditEvent } from '#lib/contract/account';
import { auditShortText } from '#lib/format/account/audit-text';
import { AuditHeads, AuditLine } from './audit-line.tsx';
import { MINUTE_MS } from '#lib/domain/durations';

const LATEST = 4;

/** The last events, under the keys; nothing while there are none, because the audit log's own page says why. */
export function LatestEvents({ events }: { readonly events: readonly AuditEvent[] }) {
  const now = useNow(MINUTE_MS, 0);
  if (events.length === 0) return null;
  return (
    <div className="mt-6">
      <Card
        title="Latest events"
        action={
          <Link
            href="/account/trail"
            prefetch={false}
            className="text-sm text-accent underline underline-offset-2"
          >
            Whole audit trail
          </Link>
        }
      >
        <Table name="Latest events">
          <AuditHeads className="sr-only" />
          <Rows>
            {events.slice(0, LATEST).map((event) => (
              <AuditLine key={event.id} event={event} when={auditShortText(new Date(event.at), now)} />
            ))}
          </Rows>
        </Table>
      </Card>
    </div>
  );
}
