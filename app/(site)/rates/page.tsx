import { cookies } from 'next/headers';
import { connection } from 'next/server';
import { codeMeanings } from '#app/(site)/code-meanings';
import { siteMetadata } from '#app/(site)/public-address';
import { pageClock, pageReading } from '#app/(site)/page-reading';
import { RatesPage } from '#components/rates-table/rates-page';
import { readRatesAddress } from '#lib/client/address/rates-address';
import { PINS_COOKIE } from '#lib/client/rates/code-lists';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';

/** What the table says of itself; its title names the base. */
export const generateMetadata = () =>
  siteMetadata({
    writesTitle: true,
    name: 'Currency rates',
    description: 'Every currency on one base with its change, its age and the source that published it.',
    path: '/rates',
  });

/** The table of rates that its address describes. */
export default async function Rates({ searchParams }: { readonly searchParams: Promise<PageQuery> }) {
  await connection();
  const address = pageAddress(['rates'], await searchParams);
  const { transport, sources } = await pageReading(address);
  const pins = (await cookies()).get(PINS_COOKIE);
  return (
    <RatesPage
      transport={transport}
      address={address}
      meanings={await codeMeanings((book) => readRatesAddress(address, book), transport)}
      sources={sources.map(({ id }) => id)}
      credits={Object.fromEntries(sources.map(({ id, attribution }) => [id, attribution]))}
      pins={pins?.value ?? null}
      clock={pageClock()}
    />
  );
}
