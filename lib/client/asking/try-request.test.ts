import { describe, expect, it } from 'vitest';
import { AskFailure } from './ask-failure.ts';
import { createSendTry } from './try-request.ts';

const START_MS = Date.parse('2026-04-13T12:00:00Z');

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

/** A service that answers everything with `answer`, 7 ms after it was asked. */
function aService(answer: () => Response) {
  const sent: Sent[] = [];
  let nowMs = START_MS;
  const send = createSendTry({
    now: () => nowMs,
    fetch: (path, init = {}) => {
      sent.push({ path, init });
      nowMs += 7;
      const expiresAt = new Date(START_MS + 600_000).toISOString();
      return Promise.resolve(path === '/browser-key' ? Response.json({ key: 'page', expiresAt }) : answer());
    },
  });
  return { sent, send };
}

describe('a request that is tried', () => {
  it('bears the page’s key, a given one or none, and passes every cache', async () => {
    const { sent, send } = aService(() => Response.json({}));
    await send('/v1/a', 'none');
    await send('/v1/b', { secret: 'given' });
    await send('/v1/c', 'page');
    const asked = sent.filter(({ path }) => path !== '/browser-key');
    expect(asked.map(({ init }) => new Headers(init.headers).get('X-API-Key'))).toEqual([
      null,
      'given',
      'page',
    ]);
    expect(sent.map(({ init }) => init.cache)).toEqual(Array.from(sent, () => 'no-store'));
  });

  it('gives the body untouched, its bytes, and the time of this request alone', async () => {
    const text = '{"rate":1.10,"symbol":"€"}';
    const { send } = aService(() => new Response(text, { headers: { 'X-Data-Version': '1.2' } }));
    expect(await send('/v1/a', 'page')).toEqual({
      status: 200,
      tookMs: 7,
      byteLength: 28,
      text,
      headers: [['X-Data-Version', '1.2']],
      retryAtMs: null,
    });
  });

  it('says when a refused one may go on', async () => {
    const { send } = aService(() => new Response('{}', { status: 429, headers: { 'Retry-After': '14' } }));
    const { status, retryAtMs } = await send('/v1/a', 'none');
    expect([status, retryAtMs]).toEqual([429, START_MS + 7 + 14_000]);
  });

  it('is unreachable without a network, and where an old answer is repeated', async () => {
    const gone = createSendTry({
      now: () => START_MS,
      fetch: () => Promise.reject(new TypeError('network')),
    });
    const { send: repeated } = aService(
      () => new Response('{}', { headers: { 'X-Received-At': '2026-04-13T11:00:00.000Z' } }),
    );
    for (const send of [gone, repeated]) {
      const failure: unknown = await send('/v1/a', 'none').catch((thrown: unknown) => thrown);
      expect(failure instanceof AskFailure && failure.trouble.kind).toBe('unreachable');
    }
  });
});
