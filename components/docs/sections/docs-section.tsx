import type { ReactNode } from 'react';

/** A section with an anchor: text, and beside it what belongs to it where there is room for two columns. */
export function DocsSection({
  id,
  title,
  aside,
  isFirst = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Without it the text has both columns. */
  readonly aside?: ReactNode;
  /** The title of the first section is the page's. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-10 grid grid-cols-1 gap-x-12 gap-y-5 border-b border-line pb-10 last:mb-0 last:border-b-0 max-lg:scroll-mt-10 max-phone:mb-6 max-phone:pb-6 xl:col-[2/-1] xl:grid-cols-subgrid print:block print:break-inside-auto"
    >
      <div
        className={`min-w-0 max-phone:px-4 ${isFirst ? '' : 'laid-out-when-near-or-linked'} ${aside === undefined ? 'xl:col-span-2' : 'xl:max-w-prose'}`}
      >
        <Heading
          id={`${id}-title`}
          className={`group font-semibold ${isFirst ? 'text-2xl tracking-[-0.02em]' : 'text-xl tracking-title'}`}
        >
          <a href={`#${id}`} className="rounded-tag">
            {title}
            <span
              aria-hidden="true"
              className="ml-2 font-regular text-text-muted opacity-0 group-hover:opacity-100 print:hidden"
            >
              #
            </span>
          </a>
        </Heading>
        {children}
      </div>
      {aside}
    </section>
  );
}

/** A sentence in which what stands between backticks is code. */
export function CodedText({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code key={`${place} ${part}`} className="coded">
        {part}
      </code>
    ),
  );
}

/** A paragraph of the docs. */
export function Paragraph({ children }: { readonly children: ReactNode }) {
  return <p className="mt-2 max-w-prose text-[0.9375rem]/6 text-pretty text-text-soft">{children}</p>;
}

/** A paragraph in which what stands between backticks is code. */
export function CodedParagraph({ text }: { readonly text: string }) {
  return (
    <Paragraph>
      <CodedText text={text} />
    </Paragraph>
  );
}

/** A heading within a section; with an id it can be linked to, and what stands around it keeps the distance. */
export function SubHeading({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <h3 id={id} className={`mb-1 font-semibold max-lg:scroll-mt-10 ${id === undefined ? 'mt-6' : ''}`}>
      {id === undefined ? children : <a href={`#${id}`}>{children}</a>}
    </h3>
  );
}
