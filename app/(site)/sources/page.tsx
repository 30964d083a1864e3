import { connection } from 'next/server';
import { siteMetadata } from '#app/(site)/public-address';
import { SourcesPage } from '#components/sources/sources-page';
import { pageService } from '#lib/page-service';

/** What the page says of itself. */
export const generateMetadata = () =>
  siteMetadata({
    name: 'Sources and terms',
    description: 'Who publishes the rates, the credit that each publisher asks for, and its terms.',
    path: '/sources',
  });

/** Whose figures these are and on which terms. */
export default async function Sources() {
  await connection();
  return <SourcesPage sources={pageService().sources} />;
}
