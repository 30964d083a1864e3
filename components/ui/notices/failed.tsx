import type { ReactNode } from 'react';
import { Button } from '#components/ui/buttons/button';
import { Blank, type Failure } from './blank.tsx';

/** In the place of what could not be read: what stays as it is, another try, and a way on where there is one. */
export function Failed({
  title,
  failure,
  isAlert = false,
  isAsking = false,
  onRetry,
  look = 'main',
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
  /** Of the button that tries again: `line` beside the main one of the page. */
  readonly look?: 'main' | 'line';
  readonly ways?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div role={isAlert ? 'alert' : undefined} aria-busy={isAsking}>
      <Blank
        title={title}
        failure={failure}
        actions={
          <>
            {onRetry !== null && (
              <Button look={look} onClick={onRetry}>
                Try again
              </Button>
            )}
            {ways}
          </>
        }
      >
        <p>{children}</p>
      </Blank>
    </div>
  );
}
