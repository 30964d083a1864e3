'use client';
import { Blank } from '#components/ui/blank';
import { Button } from '#components/ui/button';

/** In the place of a page that failed to show itself. */
export default function SiteError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return (
    <section className="rounded-sheet border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
      <Blank
        title="This page could not be shown"
        actions={
          <Button look="main" onClick={reset}>
            Try again
          </Button>
        }
        {...(error.digest !== undefined && { trace: `digest ${error.digest}` })}
      >
        <p>
          The figures are not affected. If it happens again, tell whoever runs this server the digest below.
        </p>
      </Blank>
    </section>
  );
}
