import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { pageReading } from '#app/(site)/page-reading';
import { siteMetadata } from '#app/(site)/public-address';
import { CoveragePage } from '#components/coverage/coverage-page';
import { AskFailure } from '#lib/client/asking/ask-failure';
import { coverageAddress } from '#lib/client/address/coverage-address';
import { type PageQuery, pageAddress } from '#lib/client/address/served-address';
import { firstPairOf, readCoverage } from '#lib/client/history/coverage-client';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { sourceInText } from '#lib/format/sources/source-names';

/** What a page without a pair may show: the first of these that the source has. */
const USUAL_PAIRS = [
  { base: 'EUR', quote: 'USD' },
  { base: 'GBP', quote: 'USD' },
  { base: 'USD', quote: 'JPY' },
  { base: 'BTC', quote: 'USD' },
] as const;

interface Asked {
  readonly params: Promise<{ readonly source: string }>;
  readonly searchParams: Promise<PageQuery>;
}

/** What the page says of itself. */
export async function generateMetadata({ params }: Pick<Asked, 'params'>): Promise<Metadata> {
  const { source } = await params;
  const name = sourceInText(source);
  return siteMetadata({
    name: `Coverage of ${name}`,
    description: `Which days have a figure from ${name}, and which are missing.`,
    path: coverageAddress(source),
  });
}

/** Which days of a pair a source has. */
export default async function Coverage({ params, searchParams }: Asked) {
  await connection();
  const [{ source: id }, query] = await Promise.all([params, searchParams]);
  const { transport, sources } = await pageReading(pageAddress(['sources', id, 'coverage'], query));
  const source = sources.find((one) => one.id === id);
  if (!source) notFound();
  const asked = { base: codeOf(query['base']), quote: codeOf(query['quote']) };
  const pair =
    asked.base === null || asked.quote === null
      ? await firstPairOf(createRatesClient(transport), source.id, [...USUAL_PAIRS])
      : { base: asked.base, quote: asked.quote };
  const found = await readCoverage(transport, source.id, pair).catch((error: unknown) => {
    if (error instanceof AskFailure) return null;
    throw error;
  });
  return <CoveragePage source={source.id} pair={pair} found={found} />;
}

/** A code as it was typed, in upper case; null where nothing was. */
function codeOf(text: PageQuery[string]): string | null {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return code === '' ? null : code;
}
