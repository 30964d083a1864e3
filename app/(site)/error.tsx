'use client';
import { Blank } from '#components/ui/notices/blank';
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
      <Blank
        title="This page could not be shown"
        actions={
          <>
            <Button look="main" onClick={reset}>
              Try again
            </Button>
            <Button look="line" onClick={() => window.location.assign(window.location.pathname)}>
              Open it without its settings
            </Button>
          </>
        }
        failure={{ digest: error.digest }}
      >
        <p>
          The figures are not affected, and the other pages and the interface for programs go on. What you
          chose is kept in the address. If it happens again, tell whoever runs this server the digest below.
        </p>
      </Blank>
    </Card>
  );
}
