import type { Metadata } from 'next';
import { connection } from 'next/server';
import { codeMeanings } from '#app/(site)/code-meanings';
import { siteMetadata } from '#app/(site)/public-address';
import { pageReading } from '#app/(site)/page-reading';
import { ChartPage } from '#components/history-chart/chart-page';
import type { CodeBook } from '#lib/client/address/address-parts';
import { readChartAddress } from '#lib/client/address/chart-address';
import { servedBook } from '#lib/client/rates/served-codes';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { dayField } from '#lib/format/charts/chart-dates';
import { currencyName } from '#lib/format/currencies/currency-name';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { pageService } from '#lib/page-service';

const CODES = currencyOptions().map(({ code }) => code);

/** What a page of the route is asked with. */
interface Asked {
  readonly params: Promise<{ readonly pair?: readonly string[] }>;
  readonly searchParams: Promise<PageQuery>;
}

/** What the chart of a pair says of itself; its title is the newest rate. */
export async function generateMetadata({ params }: Pick<Asked, 'params'>): Promise<Metadata> {
  await connection();
  const { clock } = pageService();
  const { pair = [] } = await params;
  const address = pageAddress(['charts', ...pair], {});
  const today = dayField(clock.service().getTime());
  const read = (book: CodeBook) => readChartAddress(address, { book, today });
  const { transport } = await pageReading(address);
  const meanings = await codeMeanings(read, transport);
  const { base, quote } = read(servedBook(CODES, meanings)).view;
  return siteMetadata({
    writesTitle: true,
    name: `${base}/${quote} chart`,
    description: `The history of ${currencyName(base)} in ${currencyName(quote)}: every published figure, gaps named, sources side by side.`,
    path: `/charts/${base}/${quote}`,
    pair: { from: base, to: quote },
  });
}

/** The chart of a pair. `/charts` and odd addresses come here too and get the nearest sensible view. */
export default async function Charts({ params, searchParams }: Asked) {
  await connection();
  const { clock } = pageService();
  const { pair = [] } = await params;
  const address = pageAddress(['charts', ...pair], await searchParams);
  const { transport, sources } = await pageReading(address);
  const today = dayField(clock.service().getTime());
  return (
    <ChartPage
      transport={transport}
      address={address}
      meanings={await codeMeanings((book) => readChartAddress(address, { book, today }), transport)}
      serviceNow={clock.service()}
      sources={sources}
    />
  );
}
