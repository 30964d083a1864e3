import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { Failed } from '#components/ui/notices/failed';
import { ButtonLink } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';

/** Draws the page anew, and tells while that goes on. */
export function useAnotherTry(reset?: () => void): readonly [isAsking: boolean, retry: () => void] {
  const router = useRouter();
  const [isAsking, ask] = useTransition();
  const retry = () =>
    ask(() => {
      router.refresh();
      reset?.();
    });
  return [isAsking, retry];
}

/** The card of what could not be read: nothing is assumed, another try, and a way on. */
export function FailedRead({
  digest,
  way,
  isAsking = false,
  onRetry,
  children,
}: {
  readonly digest: string | undefined;
  readonly way: { readonly href: string; readonly words: string };
  readonly isAsking?: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Card>
      <Failed
        title="Nothing is assumed"
        isAlert
        failure={{ digest }}
        isAsking={isAsking}
        onRetry={onRetry}
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
