import type { Metadata } from 'next';
import { connection } from 'next/server';
import { ConverterPage } from '#components/converter/converter-page';
import { pageMetadata } from '#lib/client/page-metadata';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { converterReading } from './converter-reading.ts';
import { publicAddress } from './public-address.ts';

/** What the first page says of itself; its title is the conversion. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const words = {
    title: null,
    name: 'Currency converter · Crossrate',
    description: 'Convert any currency at rates that are exact and say who published them, when, and how.',
    path: '/',
  };
  return pageMetadata(words, await publicAddress());
}

/** The converter on its default pair. */
export default async function Home({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  return <ConverterPage {...await converterReading(pageAddress([], await searchParams))} />;
}
