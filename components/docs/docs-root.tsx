'use client';
import { useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { docsAddress, LANGUAGE_PART } from '#lib/client/address/docs-address';
import { movePage } from '#lib/client/address/page-address';
import { createSendTry, type SendTry } from '#lib/client/asking/try-request';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '#lib/format/request-snippets';

/** What all pages of the docs share while a reader goes from one to another. */
export interface Docs {
  /** Where the service is reached. */
  readonly origin: string;
  readonly language: SnippetLanguage;
  readonly setLanguage: (language: SnippetLanguage) => void;
  /** A key that the visitor pasted: in the memory of these pages and nowhere else. */
  readonly secret: string | null;
  readonly setSecret: (secret: string | null) => void;
  /** Writes into the address what the box of an endpoint holds. */
  readonly noteTried: (id: string, values: Readonly<Record<string, string>>) => void;
  readonly send: SendTry;
}

const DocsContext = createContext<Docs | null>(null);

/** Where the server's part ends: the boxes, which ask /v1 by themselves, and the key that they may ask with. */
export function DocsRoot({ origin, children }: { readonly origin: string; readonly children: ReactNode }) {
  const asked = useSearchParams().get(LANGUAGE_PART);
  const [send] = useState(() => createSendTry());
  const [language, setLanguage] = useState<SnippetLanguage>(
    SNIPPET_LANGUAGES.find((one) => one === asked) ?? SNIPPET_LANGUAGES[0],
  );
  const [secret, setSecret] = useState<string | null>(null);
  const docs = useMemo<Docs>(
    () => ({
      origin,
      language,
      setLanguage: (chosen) => {
        setLanguage(chosen);
        const address = new URL(window.location.href);
        if (chosen === SNIPPET_LANGUAGES[0]) address.searchParams.delete(LANGUAGE_PART);
        else address.searchParams.set(LANGUAGE_PART, chosen);
        movePage(address.pathname + address.search + address.hash, 'replace');
      },
      secret,
      setSecret,
      noteTried: (tried, values) =>
        movePage(
          docsAddress({ tried, values, language }, SNIPPET_LANGUAGES[0]) + window.location.hash,
          'replace',
        ),
      send,
    }),
    [origin, language, secret, send],
  );
  return <DocsContext value={docs}>{children}</DocsContext>;
}

/** What the pages of the docs share. */
export function useDocs(): Docs {
  const docs = use(DocsContext);
  if (docs === null) throw new Error('a part of the docs stands outside DocsRoot');
  return docs;
}
