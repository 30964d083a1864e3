import type { ReactNode } from 'react';
import { CodedText } from './coded-text.tsx';

/** A term, what kind of thing it is, and a sentence about it. */
export interface Term {
  readonly name: string;
  readonly kind?: string;
  readonly text: string;
  /** What else belongs to it. */
  readonly more?: ReactNode;
}

/** Parameters, fields or errors: the name at the left, what it means at the right, or below it within another list. */
export function TermList({
  terms,
  isInner = false,
}: {
  readonly terms: readonly Term[];
  readonly isInner?: boolean;
}) {
  return (
    <dl>
      {terms.map(({ name, kind, text, more }) => (
        <div
          key={`${name} ${kind ?? ''}`}
          className={`grid border-t border-line py-2.5 ${isInner ? 'first:border-t-0' : 'grid-cols-[8.25rem_minmax(0,1fr)] gap-4 max-phone:grid-cols-[7.25rem_minmax(0,1fr)] max-phone:gap-3'}`}
        >
          <dt className="min-w-0">
            <code className="font-mono text-sm font-medium [overflow-wrap:anywhere]">{name}</code>
            {kind !== undefined && (
              <small className="block text-xs [overflow-wrap:anywhere] text-text-muted">{kind}</small>
            )}
          </dt>
          <dd className="min-w-0 text-text-soft">
            <CodedText text={text} />
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}
