import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageMetadata, type PageWords } from '#lib/client/page-metadata';
import { pageService } from '#lib/page-service';

/**
 * The address under which the service is known: PUBLIC_URL, else the one that an encrypted request was for. Null over plain
 * HTTP, where the name that was asked for may lead nowhere else.
 */
export async function publicAddress(): Promise<URL | null> {
  const asked = await headers();
  const { publicUrl } = pageService().environment;
  if (publicUrl !== null) return publicUrl;
  const served = new URL(servedOrigin(asked));
  return served.protocol === 'https:' ? served : null;
}

/** What a public page says of itself. Its name is its title, too, unless the page writes one with a figure in it. */
export async function siteMetadata({
  name,
  writesTitle = false,
  ...words
}: Omit<PageWords, 'title'> & { readonly writesTitle?: boolean }): Promise<Metadata> {
  const title = writesTitle ? null : name;
  return pageMetadata({ ...words, title, name: `${name} · Crossrate` }, await publicAddress());
}
