'use client';
import { StatusFailure } from '#components/status-board/status-failure';

/** In the place of a report that could not be read. */
export default function StatusError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return <StatusFailure digest={error.digest} reset={reset} />;
}
