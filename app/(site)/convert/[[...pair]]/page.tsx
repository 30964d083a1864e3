import type { Metadata } from 'next';
import { connection } from 'next/server';
import { codeMeanings } from '#app/(site)/code-meanings';
import { converterReading, pageReading } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { ConverterPage } from '#components/converter/converter-page';
import type { CodeBook } from '#lib/client/address/address-parts';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { servedBook } from '#lib/client/rates/served-codes';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { currencyName } from '#lib/format/currencies/currency-name';
import { currencyOptions } from '#lib/format/currencies/currency-list';

const CODES = currencyOptions().map(({ code }) => code);

/** What a page of the route is asked with. */
interface Asked {
  readonly params: Promise<{ readonly pair?: readonly string[] }>;
  readonly searchParams: Promise<PageQuery>;
}

/** What the page of a pair says of itself; its title is the conversion. */
export async function generateMetadata({ params }: Pick<Asked, 'params'>): Promise<Metadata> {
  const { pair = [] } = await params;
  const address = pageAddress(['convert', ...pair], {});
  const read = (book: CodeBook) => readConverterAddress(address, book);
  const { transport } = await pageReading(address);
  const meanings = await codeMeanings(read, transport);
  const { from, to } = read(servedBook(CODES, meanings)).view;
  return siteMetadata({
    writesTitle: true,
    name: `${from} to ${to}`,
    description: `Convert ${currencyName(from)} to ${currencyName(to)}: the rate with all digits, its source, its age and how it was made.`,
    path: `/convert/${from}/${to}`,
    pair: { from, to },
  });
}

/** The converter on the pair of its address. Incomplete and odd addresses come here too and get the nearest sensible view. */
export default async function Convert({ params, searchParams }: Asked) {
  await connection();
  const { pair = [] } = await params;
  return <ConverterPage {...await converterReading(pageAddress(['convert', ...pair], await searchParams))} />;
}
