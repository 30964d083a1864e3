import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaveScriptsForLater } from './late-scripts.ts';

const PAGE =
  '<!DOCTYPE html><html lang="en" data-code="late"><head><script src="/a.js" async="" nonce="n"></script><script nonce="n" src="/b.js" id="_R_" async=""></script>' +
  '<script src="/old.js" noModule="" nonce="n"></script></head><body><script>1 < 2</script><p>Złoty, ₹ src="x" async=""</p><img src="/i.png">';

const LATER =
  '<!DOCTYPE html><html lang="en" data-code="late"><head><script data-late-src="/a.js" async="" nonce="n"></script><script nonce="n" data-late-src="/b.js" id="_R_" async=""></script>' +
  '<script src="/old.js" noModule="" nonce="n"></script></head><body><script>1 < 2</script><p>Złoty, ₹ src="x" async=""</p><img src="/i.png">';

describe('a page', () => {
  it('is the same but for the addresses of its scripts, wherever its parts end', async () => {
    const bytes = Buffer.from(PAGE);
    for (const length of [1, 2, 3, 7, 64, bytes.length]) {
      const { text } = await answered((response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        for (let at = 0; at < bytes.length; at += length) response.write(bytes.subarray(at, at + length));
        response.end();
      });
      expect(text, `in parts of ${length}`).toBe(LATER);
    }
  });

  it('that is written at once as text has the length that it now has', async () => {
    const { text, length } = await answered((response) => {
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Length', Buffer.byteLength(PAGE));
      response.end(PAGE);
    });
    expect(text).toBe(LATER);
    expect([null, String(Buffer.byteLength(LATER))]).toContain(length);
  });

  it('whose root does not bear the mark is the same', async () => {
    const page = PAGE.replace(' data-code="late"', '');
    const { text } = await answered((response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(page.slice(0, 30));
      response.end(page.slice(30));
    });
    expect(text).toBe(page);
  });

  it('without a body ends', async () => {
    const { text, status } = await answered((response) => {
      response.statusCode = 304;
      response.setHeader('Content-Type', 'text/html');
      response.end(null);
    });
    expect([status, text]).toEqual([304, '']);
  });

  it('that ends in the middle of a tag loses nothing', async () => {
    const { text } = await answered((response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write('<p>cut <scr');
      response.end('ipt');
    });
    expect(text).toBe('<p>cut <script');
  });
});

it('passes on what is no page as it is', async () => {
  const { text } = await answered((response) => {
    response.setHeader('Content-Type', 'text/x-component');
    response.write(PAGE);
    response.end(PAGE);
  });
  expect(text).toBe(PAGE + PAGE);
});

/** What a client reads of a response. */
async function answered(writeTo: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => {
    leaveScriptsForLater(response);
    writeTo(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const answer = await fetch(`http://127.0.0.1:${portOf(server.address())}/`, {
    headers: { Connection: 'close' },
  });
  return { text: await answer.text(), status: answer.status, length: answer.headers.get('Content-Length') };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
