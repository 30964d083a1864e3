'use client';
import type { ReactNode } from 'react';
import { useIsHydrated } from '#lib/client/browser/hydration';
import { Button, type ButtonLook } from '#components/ui/buttons/button';

/** A turning ring in the room before the words, which stay where they are. */
const BUSY_MARK =
  'aria-busy:before:absolute aria-busy:before:left-1 aria-busy:before:size-2.5 aria-busy:before:animate-spin aria-busy:before:rounded-full aria-busy:before:border-[1.5px] aria-busy:before:border-current aria-busy:before:border-t-transparent motion-reduce:before:animate-none';

/**
 * Sends the form it stands in. While busy it keeps its words, its width and the focus. Before the page's code runs it sends
 * nothing: the browser alone would leave the page, and what was typed would be gone.
 */
export function SubmitButton({
  look = 'main',
  isBusy,
  isDisabled = false,
  children,
}: {
  readonly look?: ButtonLook;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Button
      look={look}
      type={useIsHydrated() ? 'submit' : 'button'}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={`relative h-10 px-4 aria-busy:cursor-progress aria-busy:opacity-75 ${BUSY_MARK}`}
    >
      {children}
    </Button>
  );
}
