import type { ComponentProps } from 'react';

/** A link within text. */
export function TextLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a className="text-accent underline underline-offset-2 hover:text-accent-strong" {...rest}>
      {children}
    </a>
  );
}
