import type { Metadata } from 'next';

/** What a page says of itself to browsers, search engines and those who show links to it. */
export interface PageWords {
  /** Null where the page writes its title itself, with a figure in it. */
  readonly title: string | null;
  /** The title of a shared link. */
  readonly name: string;
  readonly description: string;
  /** The address without what only tunes the view. */
  readonly path: string;
  /** The pair whose picture stands with a shared link. */
  readonly pair?: { readonly from: string; readonly to: string };
}

/**
 * The metadata of a page. Where it is not known under which address the service is reached, nothing names one: links and
 * pictures of it would lead nowhere.
 */
export function pageMetadata(
  { title, name, description, path, pair }: PageWords,
  address: URL | null,
): Metadata {
  const words = { ...(title !== null && { title: `${title} · Crossrate` }), description };
  if (address === null) return words;
  const picture = pair === undefined ? '/og' : `/og/${pair.from}/${pair.to}`;
  const images = [{ url: new URL(picture, address).href, width: 1200, height: 630, alt: name }];
  // As text: of an address object Next would take the origin only.
  const url = new URL(path, address).href;
  return {
    ...words,
    alternates: { canonical: url },
    openGraph: { type: 'website', siteName: 'Crossrate', title: name, description, url, images },
    twitter: { card: 'summary_large_image', title: name, description, images },
  };
}
