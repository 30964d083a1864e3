import { describe, expect, it } from 'vitest';
import { pageMetadata } from './page-metadata.ts';

const WORDS = {
  title: null,
  name: 'EUR to USD · Crossrate',
  description: 'Convert Euro to US dollar.',
  path: '/convert/EUR/USD',
  pair: { from: 'EUR', to: 'USD' },
};

describe('what a page says of itself', () => {
  it('names its address and the picture of its pair where the service has an address', () => {
    const { alternates, openGraph, twitter } = pageMetadata(WORDS, new URL('https://rates.example.org'));
    expect(alternates?.canonical).toBe('https://rates.example.org/convert/EUR/USD');
    const picture = { url: 'https://rates.example.org/og/EUR/USD', width: 1200, height: 630 };
    expect(openGraph).toMatchObject({ title: WORDS.name, images: [picture] });
    expect(twitter).toMatchObject({ card: 'summary_large_image', images: [picture] });
  });

  it('names no address that leads nowhere', () => {
    expect(pageMetadata(WORDS, null)).toEqual({ description: WORDS.description });
  });

  it('ends titles with the name of the product', () => {
    expect(pageMetadata({ ...WORDS, title: 'Status' }, null).title).toBe('Status · Crossrate');
  });
});
