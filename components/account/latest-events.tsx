import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Sheet } from '#components/ui/sheet';
import { Rows, Table } from '#components/ui/table';
import { trailQuery } from '#lib/client/account-queries';
import { useNow } from '#lib/client/now';
import { trailShortText } from '#lib/format/trail-text';
import { useAccountClient } from './account-root.tsx';
import { TrailLine, TrailSkeleton } from './trail-line.tsx';

const LATEST = 4;
const LOADING_ROWS = Array.from({ length: LATEST }, (_, row) => row);
const MINUTE_MS = 60_000;

/** The last events, under the keys; nothing while there are none, because the trail's own page says why. */
export function LatestEvents() {
  const { data, isPending } = useInfiniteQuery(trailQuery(useAccountClient()));
  const now = useNow(MINUTE_MS, 0);
  const events = data?.pages[0]?.events.slice(0, LATEST) ?? [];
  if (events.length === 0 && !isPending) return null;
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
        <Table name="Latest events" aria-busy={isPending || undefined}>
          <Rows>
            {isPending && LOADING_ROWS.map((row) => <TrailSkeleton key={row} />)}
            {events.map((event) => (
              <TrailLine key={event.id} event={event} when={trailShortText(new Date(event.at), now)} />
            ))}
          </Rows>
        </Table>
      </Sheet>
    </div>
  );
}
