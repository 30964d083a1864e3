import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import { Failed } from '#components/ui/notices/failed';
import { troubleOf } from '#lib/client/asking/ask-failure';
import { useAccount } from './use-account.ts';

/** A part of the account, which is asked for once it is known who is signed in; where either could not be read, why. */
export function AccountPart({
  asked,
  title,
  calm,
  children,
}: {
  readonly asked: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  /** Says what could not be read. */
  readonly title: string;
  /** Says what goes on all the same. */
  readonly calm: string;
  /** What stands here otherwise, also while there is no answer. */
  readonly children: ReactNode;
}) {
  const { error, retry } = useAccount();
  const failed = error ?? asked.error;
  if (asked.data !== undefined || failed === null) return children;
  const askAgain = () => {
    retry();
    void asked.refetch();
  };
  return (
    <Card>
      <Failed isAlert title={title} failure={troubleOf(failed)} onRetry={askAgain}>
        {calm}
      </Failed>
    </Card>
  );
}
