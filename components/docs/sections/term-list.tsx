import { CodedText } from './docs-section.tsx';
import type { ReactNode } from 'react';

/** Parameters, fields or errors: the name at the left, what it means at the right, or below it within another list. */
export function TermList({
  terms,
  isInner = false,
}: {
  readonly terms: readonly Term[];
  readonly isInner?: boolean;
}) {
  return (
    <dl className={isInner ? 'terms *:first:border-t-0' : 'terms terms-aside'}>
      {terms.map(({ name, kind, text, more }) => (
        <div key={`${name} ${kind ?? ''}`}>
          <dt>
            <code>{name}</code>
            {kind !== undefined && <small>{kind}</small>}
          </dt>
          <dd>
            <CodedText text={text} />
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A term, what kind of thing it is, and a sentence about it. */
export interface Term {
  readonly name: string;
  readonly kind?: string;
  readonly text: string;
  /** What else belongs to it. */
  readonly more?: ReactNode;
}

/** Terms of one kind, from what each means by its name. */
export function termsOf(meanings: Readonly<Record<string, string>>): readonly Term[] {
  return Object.entries(meanings).map(([name, text]) => ({ name, text }));
}
