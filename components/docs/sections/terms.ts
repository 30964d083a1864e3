import type { ReactNode } from 'react';

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
