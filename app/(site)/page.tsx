import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { ConverterPage } from '#components/converter/converter-page';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { PAIRS_COOKIE, readPairsCookie } from '#lib/client/rates/pair-cookie';
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

/** The converter: leads to the pair that this browser converted last, and shows the default one to whoever comes for the first time. */
export default async function Home({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const query = await searchParams;
  const [last] = readPairsCookie((await cookies()).get(PAIRS_COOKIE)?.value ?? null);
  if (last && Object.keys(query).length === 0) redirect(`/convert/${last.from}/${last.to}`);
  return <ConverterPage {...await converterReading(pageAddress([], query))} />;
}
