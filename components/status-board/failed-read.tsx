import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
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
      <div role="alert" aria-busy={isAsking}>
        <Blank
          title="Nothing is assumed"
          actions={
            <>
              <Button look="main" onClick={onRetry}>
                Try again
              </Button>
              <a
                href={way.href}
                className="inline-flex h-8 items-center rounded-control px-3 text-sm font-medium inset-ring inset-ring-line-strong hover:bg-hover max-phone:min-h-10"
              >
                {way.words}
              </a>
            </>
          }
          {...(digest !== undefined && { failure: { code: 'internal_error', digest } })}
        >
          <p>{children}</p>
        </Blank>
      </div>
    </Card>
  );
}
