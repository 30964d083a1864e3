'use client';
import { Card } from '#components/ui/card';
import { Skeleton } from '#components/ui/skeleton';
import { StateShape } from '#components/ui/state-shape';
import { FailedRead, useAnotherTry } from './failed-read.tsx';

/** In the place of a report that could not be read: nothing is assumed, and another try. */
export function StatusFailure({
  digest,
  reset,
}: {
  readonly digest: string | undefined;
  readonly reset: () => void;
}) {
  const [isAsking, retry] = useAnotherTry(reset);
  if (isAsking) return <BoardSkeleton />;
  return (
    <>
      <title>No report · Status · Crossrate</title>
      <div className="flex items-start gap-3.5 pt-1 pb-5 max-phone:px-4">
        <span className="mt-0.5 text-outage">
          <StateShape shape="outage" className="size-7 max-phone:size-5.5" />
        </span>
        <div>
          <h1 className="text-2xl font-semibold tracking-title text-balance max-phone:text-xl/6.5">
            The status report could not be read.
          </h1>
          <p className="mt-0.5 max-w-[80ch] text-pretty text-text-soft">
            The service answered with an error, so nothing is known about the sources. This is not the same as
            all being well.
          </p>
        </div>
      </div>
      <FailedRead digest={digest} way={{ href: '/', words: 'Go to the converter' }} onRetry={retry}>
        While the report is missing no source is shown as operational. Rates keep their own age, so the
        converter still tells how old a figure is.
      </FailedRead>
    </>
  );
}

/** Which sources there are is part of the report, too. */
const SKELETON_ROWS = [1, 2, 3] as const;

/** The board while it is asked for: its shape without a word about any source. */
function BoardSkeleton() {
  return (
    <div aria-busy="true">
      <div className="flex items-start gap-3.5 pt-1 pb-5 max-phone:px-4">
        <span className="mt-0.5 text-text-muted">
          <StateShape shape="info" className="size-7 max-phone:size-5.5" />
        </span>
        <div>
          <h1 className="text-2xl font-semibold tracking-title max-phone:text-xl/6.5">Asking the sources</h1>
          <p className="mt-0.5">
            <Skeleton width="52ch" />
          </p>
        </div>
      </div>
      <Card>
        <ul>
          {SKELETON_ROWS.map((row) => (
            <li
              key={row}
              className="grid grid-cols-[minmax(0,17.25rem)_minmax(0,1fr)_6.5rem_15rem] items-start gap-x-8 border-b border-line px-6 pt-4 pb-3.5 last:border-b-0 max-xl:grid-cols-2 max-phone:grid-cols-1 max-phone:px-4"
            >
              <span className="font-mono text-[0.9375rem] font-medium">
                <Skeleton width="12ch" />
                <br />
                <Skeleton width="24ch" />
              </span>
              <span className="h-14 rounded-control inset-ring inset-ring-line max-xl:col-span-2 max-phone:col-span-1" />
              <Skeleton width="9ch" />
              <Skeleton width="20ch" />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
