import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { COMMON_CODES } from '#lib/format/common-currencies';
import { GO_KEYS } from '#lib/format/go-keys';
import { service } from '#lib/service';

const PAGES = ['/', ...Object.values(GO_KEYS).flatMap(({ href }) => (href === '/' ? [] : [href]))];

/** Every page, and the converter and the chart of each pair of common currencies; empty where the operator named no address. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const { publicUrl } = (await service()).environment;
  if (publicUrl === null) return [];
  const pairs = COMMON_CODES.flatMap((from) =>
    COMMON_CODES.filter((to) => to !== from).map((to) => `${from}/${to}`),
  );
  const paths = [...PAGES, ...pairs.flatMap((pair) => [`/convert/${pair}`, `/charts/${pair}`])];
  return paths.map((path) => ({ url: new URL(path, publicUrl).href }));
}
