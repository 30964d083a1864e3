import type { PageQuote } from './web-search-entity.ts';

/**
 * Every currency pair's price in the attributes of a page, figures as written: the layout until spring 2026. The number
 * that people see there is rounded and in the page's language.
 */
export function attributeQuotes(html: string): readonly PageQuote[] {
  return pricedTags(html).flatMap((tag) => {
    const price = attribute(tag, 'data-last-price');
    const [source, target] = [attribute(tag, 'data-source'), attribute(tag, 'data-target')];
    if (price === null || source === null || target === null) return [];
    const seconds = attribute(tag, 'data-last-normal-market-timestamp') ?? '';
    const at = /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
    return [{ ticker: `${source}-${target}`, price, at }];
  });
}

/** By splitting, not by one pattern over the page: a hostile page could make that take for ever. */
function pricedTags(html: string): readonly string[] {
  return html
    .split('<')
    .map((piece) => piece.split('>', 1)[0] ?? '')
    .filter((tag) => tag.includes(' data-last-price="'));
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="?([^"\\s>]*)`).exec(tag)?.[1] ?? null;
}
