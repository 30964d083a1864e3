'use client';
import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { Segment } from '#components/ui/fields/segment';
import {
  requestSnippet,
  SNIPPET_LANGUAGES,
  SNIPPET_NAMES,
  type SnippetRequest,
} from '#lib/format/request-snippets';
import { shownKey } from '#lib/format/account/shown-key';
import { useDocs } from '#components/docs/docs-root';
import type { TryOperation } from '#components/docs/try/try-operations.ts';

/** One choice for all pages of the docs. */
const LANGUAGES = SNIPPET_LANGUAGES.map((value) => ({ value, text: SNIPPET_NAMES[value] }));

/** A request in the chosen language. A pasted key is shown by its ends only; copying takes all of it. */
export function SnippetPane({
  operation: { path, access, field, isStream },
  query,
  children,
}: {
  readonly operation: Pick<TryOperation, 'path' | 'access' | 'field' | 'isStream'>;
  readonly query: Readonly<Record<string, string>>;
  readonly children?: ReactNode;
}) {
  const { origin, language, setLanguage, secret } = useDocs();
  // A key belongs in no source code, so programs read it from the environment whatever was pasted.
  const isInline = secret !== null && language === 'curl';
  const keyAs = (shown: string | null): SnippetRequest['key'] => {
    if (access === 'public') return 'none';
    return isInline && shown !== null ? { shown } : 'variable';
  };
  const textWith = (key: SnippetRequest['key']) =>
    requestSnippet(language, { origin, path, query, key, field, isStream });
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-1 gap-y-1.5 border-b border-line py-1.5 pr-1.5 pl-4">
        <span className="mr-auto flex items-center gap-2">{children}</span>
        <Segment
          look="note"
          className="max-phone:order-last max-phone:mr-2.5 max-phone:basis-full print:hidden"
          legend="Show the request as"
          options={LANGUAGES}
          chosen={language}
          onChoose={setLanguage}
        />
        <CopyButton look="ghost" label="Copy" text={textWith(keyAs(secret))} />
      </div>
      <pre
        tabIndex={0}
        role="group"
        aria-label={`The request as ${SNIPPET_NAMES[language]}`}
        className="overflow-x-auto px-4 py-3.5 font-mono text-[0.78125rem]/5 [tab-size:4] print:whitespace-pre-wrap"
      >
        <SnippetText text={textWith(keyAs(secret === null ? null : shownKey(secret)))} />
      </pre>
    </>
  );
}

/** Strings and comments of shells, TypeScript, Python and Go; in all else a reader needs no help. */
const PART = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\n])*'|(?:^|\s)(?:#|\/\/ ).*$)/gm;

/** Code with its strings and comments told apart. */
export function SnippetText({ text }: { readonly text: string }) {
  // Splitting by a group puts what it matched at the odd places.
  return text.split(PART).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 0) return part;
    return (
      <span key={key} className={/^["']/.test(part) ? 'text-up' : 'text-text-muted'}>
        {part}
      </span>
    );
  });
}
