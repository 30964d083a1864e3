import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { DOCS_PAGES } from '#components/docs/docs-pages.ts';
import { COMMON_CODES } from '#lib/format/currencies/common-currencies';
import { NAVIGATION } from '#lib/format/navigation';
import { publicAddress } from './(site)/public-address.ts';

const PAGES = [
  '/',
  '/sources',
  '/status/history',
  ...NAVIGATION.flatMap(({ href }) => (href === '/' ? [] : [href])),
  ...DOCS_PAGES.map(({ slug }) => `/docs/${slug}`),
];

/** Every page, and the converter and the chart of each pair of common currencies; empty where no address is known. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const address = await publicAddress();
  if (address === null) return [];
  const pairs = COMMON_CODES.flatMap((from) =>
    COMMON_CODES.filter((to) => to !== from).map((to) => `${from}/${to}`),
  );
  const paths = [...PAGES, ...pairs.flatMap((pair) => [`/convert/${pair}`, `/charts/${pair}`])];
  return paths.map((path) => ({ url: new URL(path, address).href }));
}
