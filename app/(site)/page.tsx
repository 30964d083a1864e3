import { connection } from 'next/server';
import { ConverterPage } from '#components/converter/converter-page';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { converterReading } from './page-reading.ts';
import { siteMetadata } from './public-address.ts';

/** What the first page says of itself; its title is the conversion. */
export const generateMetadata = () =>
  siteMetadata({
    writesTitle: true,
    name: 'Currency converter',
    description: 'Convert any currency at rates that are exact and say who published them, when, and how.',
    path: '/',
  });

/** The converter on its default pair. */
export default async function Home({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  return <ConverterPage {...await converterReading(pageAddress([], await searchParams))} />;
}
