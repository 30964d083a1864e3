import type { Metadata } from 'next';
import { connection } from 'next/server';
import { publicAddress } from '#app/(site)/public-address';
import { SourcesPage } from '#components/sources/sources-page';
import { pageMetadata } from '#lib/client/page-metadata';
import { pageService } from '#lib/page-service';

/** What the page says of itself. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const words = {
    title: 'Sources and terms',
    name: 'Sources and terms · Crossrate',
    description: 'Who publishes the rates, the credit that each publisher asks for, and its terms.',
    path: '/sources',
  };
  return pageMetadata(words, await publicAddress());
}

/** Whose figures these are and on which terms. */
export default async function Sources() {
  await connection();
  const sources = pageService().sources.map((source) => ({
    id: source.id,
    name: source.name,
    page: 'page' in source ? source.page : null,
    attribution: source.attribution,
    terms: source.terms,
    hasDays: 'cadence' in source,
  }));
  return <SourcesPage sources={sources} />;
}
