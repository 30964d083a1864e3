import Link from 'next/link';
import type { ComponentProps } from 'react';
import { TextLink } from '#components/ui/buttons/text-link';

/**
 * A link that stays within the docs without loading them again, so that a pasted key and the chosen language stay, too. Nothing is
 * fetched ahead: a list has thirty of them.
 */
export function DocsLink(props: ComponentProps<typeof Link> & { readonly href: string }) {
  return <Link prefetch={false} {...props} />;
}

/** A link within a text of the docs. */
export function DocsTextLink({ href, children }: { readonly href: string; readonly children: string }) {
  if (!/^\/docs(?=[/?#]|$)/.test(href)) return <TextLink href={href}>{children}</TextLink>;
  return (
    <DocsLink href={href} className="text-accent underline underline-offset-2 hover:text-accent-strong">
      {children}
    </DocsLink>
  );
}
