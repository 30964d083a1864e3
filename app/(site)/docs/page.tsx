import { headers } from 'next/headers';
import { connection } from 'next/server';
import { readerOfPage } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { DocsPage, type ServedDocs } from '#components/docs/docs-page';
import { type PageQuery, pageAddress, servedOrigin } from '#lib/client/address/served-address';
import { type PageService, pageService } from '#lib/page-service';

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
      sources={sources.map(servedSource)}
      perMinute={environment.rateLimitPerMinute}
      isSignUpOpen={environment.isSignUpOpen}
      maySignedIn={(await readerOfPage()) === 'member'}
    />
  );
}

type AnySource = PageService['sources'][number];
type ServedSource = ServedDocs['sources'][number];

function servedSource(source: AnySource): ServedSource {
  const { id, name, words } = source;
  return { id, name, words, page: 'page' in source ? source.page : null, timing: timingOf(source) };
}

function timingOf(source: AnySource): ServedSource['timing'] {
  if (!('cadence' in source)) return { kind: 'law' };
  if (source.cadence === 'tick') return { kind: 'tick', ...source.polling, ...source.ages };
  const { polling, schedule } = source;
  return { kind: 'fixing', ...polling, graceMs: schedule.graceMs, hardLimitMs: schedule.hardLimitMs };
}
