'use client';
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { type DocsView, docsAddress } from '#lib/client/address/docs-address';
import { movePage } from '#lib/client/address/page-address';
import { createSendTry, type SendTry } from '#lib/client/asking/try-request';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '#lib/format/request-snippets';

/** What all boxes of the docs share. */
export interface Docs {
  /** Where the service is reached. */
  readonly origin: string;
  /** What the address asked for when the page was loaded. */
  readonly served: DocsView<SnippetLanguage>;
  readonly language: SnippetLanguage;
  readonly setLanguage: (language: SnippetLanguage) => void;
  /** A key that the visitor pasted: in the memory of this page and nowhere else. */
  readonly secret: string | null;
  readonly setSecret: (secret: string | null) => void;
  /** Writes into the address what a box holds. */
  readonly noteTried: (id: string, values: Readonly<Record<string, string>>) => void;
  readonly send: SendTry;
}

const DocsContext = createContext<Docs | null>(null);

/** Where the server's part ends: the boxes, which ask /v1 by themselves, and the key that they may ask with. */
export function DocsRoot({
  origin,
  served,
  children,
}: {
  readonly origin: string;
  readonly served: DocsView<SnippetLanguage>;
  readonly children: ReactNode;
}) {
  const [send] = useState(() => createSendTry());
  const [language, setLanguage] = useState(served.language);
  const [secret, setSecret] = useState<string | null>(null);
  const inAddress = useRef(served);
  const docs = useMemo<Docs>(() => {
    const show = (part: Partial<DocsView<SnippetLanguage>>) => {
      inAddress.current = { ...inAddress.current, ...part };
      movePage(docsAddress(inAddress.current, SNIPPET_LANGUAGES[0]) + window.location.hash, 'replace');
    };
    return {
      origin,
      served,
      language,
      setLanguage: (chosen) => {
        setLanguage(chosen);
        show({ language: chosen });
      },
      secret,
      setSecret,
      noteTried: (tried, values) => show({ tried, values }),
      send,
    };
  }, [origin, served, language, secret, send]);
  return <DocsContext value={docs}>{children}</DocsContext>;
}

/** What the boxes share. */
export function useDocs(): Docs {
  const docs = use(DocsContext);
  if (docs === null) throw new Error('a part of the docs stands outside DocsRoot');
  return docs;
}
