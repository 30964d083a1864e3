'use client';
import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
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
      <Blank
        title="This page could not be shown"
        actions={
          <Button look="main" onClick={reset}>
            Try again
          </Button>
        }
        failure={{ digest: error.digest }}
      >
        <p>Your keys keep working. If it happens again, tell whoever runs this server the digest below.</p>
      </Blank>
    </Card>
  );
}
