import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { service } from '#lib/service';

/** Pages may be found; accounts, the interface for programs and pictures are no search results. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  const { publicUrl } = (await service()).environment;
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/account', '/v1/', '/browser-key', '/og/'] },
    ...(publicUrl !== null && { sitemap: new URL('/sitemap.xml', publicUrl).href }),
  };
}
