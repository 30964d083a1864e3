import { Fragment, type ReactNode } from 'react';
import { DocsTextLink } from '#components/docs/docs-link';

/** A part of a page with a heading that links to it. */
export function DocsSection({
  id,
  heading,
  children,
}: {
  readonly id: string;
  /** Null for what follows the title of the page. */
  readonly heading: string | null;
  readonly children: ReactNode;
}) {
  if (heading === null) return <div id={id}>{children}</div>;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-8 max-phone:mt-7">
      <h2 id={`${id}-title`} className="group mb-1 text-lg font-semibold tracking-title">
        <a href={`#${id}`} className="rounded-tag">
          {heading}
          <span
            aria-hidden="true"
            className="ml-2 font-regular text-text-muted opacity-0 group-hover:opacity-100 print:hidden"
          >
            #
          </span>
        </a>
      </h2>
      {children}
    </section>
  );
}

/** Code between backticks, and `[words](address)`. */
const MARKED = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/;

/** A sentence with its code and its links. */
export function MarkedText({ text }: { readonly text: string }) {
  // Splitting by a group puts what it matched at the odd places.
  return text.split(MARKED).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    const [, words = '', href = ''] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (href !== '') {
      return (
        <DocsTextLink key={key} href={href}>
          {words.replaceAll('`', '')}
        </DocsTextLink>
      );
    }
    return (
      <code key={key} className="coded">
        {part.slice(1, -1)}
      </code>
    );
  });
}

/** A paragraph of the docs. */
export function MarkedParagraph({ text }: { readonly text: string }) {
  return (
    <p className="mt-2 max-w-prose text-[0.9375rem]/6 text-pretty text-text-soft">
      <MarkedText text={text} />
    </p>
  );
}
