import { headers } from 'next/headers';
import { connection } from 'next/server';
import { readerOfPage } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { DocsPage } from '#components/docs/docs-page';
import { type PageQuery, pageAddress, servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

/** What the documentation says of itself. */
export const generateMetadata = () =>
  siteMetadata({
    name: 'Docs',
    description: 'Every endpoint of /v1 with a box to try it, its errors, limits and sources.',
    path: '/docs',
  });

/** The documentation for developers, with boxes that begin as the address says. */
export default async function Docs({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const { environment, sources } = pageService();
  return (
    <DocsPage
      origin={environment.publicUrl?.origin ?? servedOrigin(await headers())}
      address={pageAddress(['docs'], await searchParams)}
      sources={sources}
      perMinute={environment.rateLimitPerMinute}
      isSignUpOpen={environment.isSignUpOpen}
      maySignedIn={(await readerOfPage()) === 'member'}
    />
  );
}
