import type { ReactNode } from 'react';
import { Card } from '#components/ui/card';
import { Failed } from '#components/ui/notices/failed';
import { troubleOf } from '#lib/client/asking/ask-failure';
import { useAccount } from './use-account.ts';

/** What is shown of the account once it is known who is signed in, and what was asked for then; where either could not be read, why. */
export function AccountPart({
  asked,
  title,
  calm,
  children,
}: {
  readonly asked?: {
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
  const failed = error ?? asked?.error ?? null;
  if (failed === null || (asked !== undefined && asked.data !== undefined)) return children;
  const askAgain = () => {
    retry();
    void asked?.refetch();
  };
  return (
    <Card>
      <Failed isAlert title={title} failure={troubleOf(failed)} onRetry={askAgain}>
        {calm}
      </Failed>
    </Card>
  );
}
