import type { ReactNode } from 'react';
import { Blank, type Failure } from './blank.tsx';

/** In the place of what could not be read: what stays as it is, another try, and a way on where there is one. */
export function Failed({
  title,
  failure,
  isAlert = false,
  isAsking = false,
  onRetry,
  ways,
  children,
}: {
  readonly title: string;
  readonly failure: Failure | null;
  /** Whether nothing else on the page tells of it. */
  readonly isAlert?: boolean;
  readonly isAsking?: boolean;
  /** Null where another try would not help. */
  readonly onRetry: (() => void) | null;
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div role={isAlert ? 'alert' : undefined} aria-busy={isAsking}>
      <Blank
        title={title}
        failure={failure}
        ways={[onRetry !== null && { text: 'Try again', act: onRetry }]}
        actions={ways}
      >
        <p>{children}</p>
      </Blank>
    </div>
  );
}
