import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { publicAddress } from './(site)/public-address.ts';

/**
 * Pages may be found; accounts and the interface for programs are no search results. Pictures say so themselves: whoever
 * shows a shared link must be free to fetch its picture.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection();
  const address = await publicAddress();
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/account', '/v1/', '/browser-key'] },
    ...(address !== null && { sitemap: new URL('/sitemap.xml', address).href }),
  };
}
