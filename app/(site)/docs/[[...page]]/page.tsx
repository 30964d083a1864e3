import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { readerOfPage } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { DOCS_PAGES } from '#components/docs/docs-pages.ts';
import { DocsPage } from '#components/docs/docs-page';
import { readDocsAddress, SEARCH_MAX, SEARCH_PART } from '#lib/client/address/docs-address';
import { type PageQuery, pageAddress, servedOrigin } from '#lib/client/address/served-address';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { SNIPPET_LANGUAGES } from '#lib/format/request-snippets';
import { plainText } from '#components/docs/topics/topic.ts';
import { pageService } from '#lib/page-service';

interface Asked {
  readonly params: Promise<{ readonly page?: readonly string[] }>;
  readonly searchParams: Promise<PageQuery>;
}

/** What addresses of the docs can name. */
const NAMES = {
  languages: SNIPPET_LANGUAGES,
  endpoints: OPERATIONS.map(({ id, parameters }) => ({ id, parameters: parameters.map(({ name }) => name) })),
};

/** What a page of the docs says of itself. */
export async function generateMetadata({ params }: Pick<Asked, 'params'>): Promise<Metadata> {
  const { page = [] } = await params;
  const head = DOCS_PAGES.find(({ slug }) => slug === page[0]);
  return siteMetadata({
    name: head === undefined ? 'Docs' : `${head.name} · Docs`,
    description: plainText(
      head?.summary ?? 'Guides, every endpoint of /v1 with a box to try it, and its errors.',
    ),
    path: ['/docs', ...page].join('/'),
  });
}

/** The documentation for developers, a page for each endpoint and subject; boxes begin as the address says. */
export default async function Docs({ params, searchParams }: Asked) {
  await connection();
  const [{ page = [] }, query] = await Promise.all([params, searchParams]);
  const [slug = null, ...rest] = page;
  if (rest.length > 0 || (slug !== null && !DOCS_PAGES.some((head) => head.slug === slug))) notFound();
  const address = pageAddress(['docs', ...page], query);
  const { view, ignored } = readDocsAddress(address, NAMES);
  const { environment, sources } = pageService();
  return (
    <DocsPage
      slug={slug}
      search={searchOf(address)}
      values={Object.keys(view.values).length === 0 ? null : view.values}
      ignored={ignored}
      served={{
        origin: environment.publicUrl?.origin ?? servedOrigin(await headers()),
        sources,
        perMinute: environment.rateLimitPerMinute,
      }}
      isSignUpOpen={environment.isSignUpOpen}
      maySignedIn={(await readerOfPage()) === 'member'}
    />
  );
}

/** What is searched for; null where nothing is. */
function searchOf(address: string): string | null {
  const words = new URLSearchParams(address.split('?', 2)[1]).get(SEARCH_PART)?.trim() ?? '';
  return words === '' ? null : words.slice(0, SEARCH_MAX);
}
