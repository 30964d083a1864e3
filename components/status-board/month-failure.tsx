'use client';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Blank } from '#components/ui/blank';
import { Button } from '#components/ui/button';
import { PageHead } from '#components/ui/page-head';
import { Sheet } from '#components/ui/sheet';

/** In the place of a month of incidents that could not be read: nothing is assumed, and another try. */
export function MonthFailure({ digest, reset }: { readonly digest?: string; readonly reset?: () => void }) {
  const router = useRouter();
  const [isAsking, ask] = useTransition();
  const retry = () =>
    ask(() => {
      router.refresh();
      reset?.();
    });
  return (
    <>
      <PageHead title="The incidents could not be read.">
        The service could not read its database, so nothing is known about this month. This is not the same as
        a month without incidents.
      </PageHead>
      <Sheet>
        <div role="alert" aria-busy={isAsking}>
          <Blank
            title="Nothing is assumed"
            actions={
              <>
                <Button look="main" onClick={retry}>
                  Try again
                </Button>
                <a
                  href="/status"
                  className="inline-flex h-8 items-center rounded-control px-3 text-sm font-medium inset-ring inset-ring-line-strong hover:bg-hover max-phone:min-h-10"
                >
                  Go to the status page
                </a>
              </>
            }
            {...(digest !== undefined && { trace: `internal_error · digest ${digest}` })}
          >
            <p>Incidents stay where they are kept; only reading them failed.</p>
          </Blank>
        </div>
      </Sheet>
    </>
  );
}
