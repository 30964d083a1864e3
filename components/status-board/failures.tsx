'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { ButtonLink } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';
import { PageHead } from '#components/ui/page-head';
import { StateShape } from '#components/ui/state-shape';

/** What an error file of Next is given; a page that found the failure itself gives nothing. */
interface FailedPage {
  readonly error?: { readonly digest?: string };
  readonly reset?: () => void;
}

/** In the place of a report that could not be read: nothing is assumed, and another try. */
export function StatusFailure(failed: FailedPage) {
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
      <FailedRead {...failed} way={{ href: '/', words: 'Go to the converter' }}>
        While the report is missing no source is shown as operational. Rates keep their own age, so the
        converter still tells how old a figure is.
      </FailedRead>
    </>
  );
}

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

/** The card of what could not be read: nothing is assumed, another try, and a way on. */
function FailedRead({
  error,
  reset,
  way,
  children,
}: FailedPage & {
  readonly way: { readonly href: string; readonly words: string };
  readonly children: ReactNode;
}) {
  const router = useRouter();
  const [isAsking, ask] = useTransition();
  const retry = () =>
    ask(() => {
      router.refresh();
      reset?.();
    });
  return (
    <Card>
      <Failed
        title="Nothing is assumed"
        isAlert
        failure={{ digest: error?.digest }}
        isAsking={isAsking}
        onRetry={retry}
        ways={
          <ButtonLink look="line" href={way.href}>
            {way.words}
          </ButtonLink>
        }
      >
        {children}
      </Failed>
    </Card>
  );
}
