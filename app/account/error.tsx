'use client';
import { Failed } from '#components/ui/notices/failed';
import { Card } from '#components/ui/card';

/** In the place of an account page that failed to show itself. */
export default function AccountError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return (
    <Card>
      <Failed title="This page could not be shown" isAlert failure={{ digest: error.digest }} onRetry={reset}>
        Your keys keep working. If it happens again, give the operator of this server the digest below.
      </Failed>
    </Card>
  );
}
