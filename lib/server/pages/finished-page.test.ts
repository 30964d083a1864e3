import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { finishPage } from './finished-page.ts';

const HTML = `<!DOCTYPE html><head><style nonce="x">p{color:red}</style><script src="/a.js" async=""></script><script>first()</script></head><body>${'<p>zł</p>'.repeat(200)}<script id="_R_">second("<\\u002fscript>")</script><script>first()</script><script></script></body>`;

describe('a finished page', () => {
  it('names each script and style that stands in it once, by its hash, and no script that is fetched', () => {
    const { inline } = finished();
    expect(inline).toEqual({
      scripts: [sha256('first()'), sha256('second("<\\u002fscript>")')],
      styles: [sha256('p{color:red}')],
    });
  });

  it('keeps the headers of the page and none of the connection on which it was drawn', () => {
    expect(finished().headers).toEqual({ 'content-type': 'text/html; charset=utf-8', link: '</a>, </b>' });
  });

  it('is the same in every coding, packed once', async () => {
    const page = finished();
    expect(gunzipSync(await page.bodyIn('gzip')).toString()).toBe(HTML);
    expect(brotliDecompressSync(await page.bodyIn('br')).toString()).toBe(HTML);
    expect((await page.bodyIn('identity')).toString()).toBe(HTML);
    expect(await page.bodyIn('br')).toBe(await page.bodyIn('br'));
  });

  it('is sent as it is where packing gains nothing', () => {
    const picture = { status: 200, rawHeaders: ['Content-Type', 'image/png'], body: Buffer.alloc(5000) };
    expect(finishPage(picture).codings).toEqual(['identity']);
    const short = { status: 200, rawHeaders: ['Content-Type', 'text/html'], body: Buffer.from('<p>') };
    expect(finishPage(short).codings).toEqual(['identity']);
  });
});

function finished() {
  return finishPage({
    status: 200,
    rawHeaders: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Link', '</a>'],
      ['Link', '</b>'],
      ['Connection', 'keep-alive'],
      ['Transfer-Encoding', 'chunked'],
    ].flat(),
    body: Buffer.from(HTML),
  });
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
