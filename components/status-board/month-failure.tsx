'use client';
import { PageHead } from '#components/ui/page-head';
import { FailedRead, useAnotherTry } from './failed-read.tsx';

/** In the place of a month of incidents that could not be read. */
export function MonthFailure({ digest, reset }: { readonly digest?: string; readonly reset?: () => void }) {
  const [isAsking, retry] = useAnotherTry(reset);
  return (
    <>
      <PageHead title="The incidents could not be read.">
        The service could not read its database, so nothing is known about this month. This is not the same as
        a month without incidents.
      </PageHead>
      <FailedRead
        digest={digest}
        way={{ href: '/status', words: 'Go to the status page' }}
        isAsking={isAsking}
        onRetry={retry}
      >
        The incidents are still stored; only reading them failed.
      </FailedRead>
    </>
  );
}
