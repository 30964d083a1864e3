'use client';
import { PageHead } from '#components/ui/page-head';
import { type FailedPage, FailedRead } from './failed-read.tsx';

/** In the place of a month of incidents that could not be read. */
export function MonthFailure(failed: FailedPage) {
  return (
    <>
      <PageHead title="The incidents could not be read.">
        The service could not read its database, so nothing is known about this month. This is not the same as
        a month without incidents.
      </PageHead>
      <FailedRead {...failed} way={{ href: '/status', words: 'Go to the status page' }}>
        The incidents are still stored; only reading them failed.
      </FailedRead>
    </>
  );
}
