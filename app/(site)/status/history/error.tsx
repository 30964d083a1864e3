'use client';
import { MonthFailure } from '#components/status-board/month-failure';

/** In the place of a month that could not be shown. */
export default function HistoryError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  return <MonthFailure reset={reset} {...(error.digest !== undefined && { digest: error.digest })} />;
}
