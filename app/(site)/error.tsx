'use client';
import { Failed } from '#components/ui/notices/failed';
import { Button } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';

/** In the place of a page that failed to show itself. */
export default function SiteError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return (
    <Card>
      <Failed
        title="This page could not be shown"
        isAlert
        failure={{ digest: error.digest }}
        onRetry={reset}
        ways={
          <Button look="line" onClick={() => window.location.assign(window.location.pathname)}>
            Open it without its settings
          </Button>
        }
      >
        The figures are not affected, and the other pages and the API keep working. What you chose is kept in
        the address. If it happens again, give the operator of this server the digest below.
      </Failed>
    </Card>
  );
}
