import Link from 'next/link';
import { Sheet } from '#components/ui/card';
import { Rows, Table } from '#components/ui/table';
import { useNow } from '#lib/client/now';
import type { TrailEvent } from '#lib/contract/account';
import { trailShortText } from '#lib/format/audit-text';
import { TrailLine } from './audit-line.tsx';
import { MINUTE_MS } from '#lib/domain/durations';

const LATEST = 4;

/** The last events, under the keys; nothing while there are none, because the trail's own page says why. */
export function LatestEvents({ events }: { readonly events: readonly TrailEvent[] }) {
  const now = useNow(MINUTE_MS, 0);
  if (events.length === 0) return null;
  return (
    <div className="mt-6">
      <Sheet
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
          <Rows>
            {events.slice(0, LATEST).map((event) => (
              <TrailLine key={event.id} event={event} when={trailShortText(new Date(event.at), now)} />
            ))}
          </Rows>
        </Table>
      </Sheet>
    </div>
  );
}
