import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { ButtonLink } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';

/** What an error file of Next is given; a page that found the failure itself gives nothing. */
export interface FailedPage {
  readonly error?: { readonly digest?: string };
  readonly reset?: () => void;
}

/** The card of what could not be read: nothing is assumed, another try, and a way on. */
export function FailedRead({
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
