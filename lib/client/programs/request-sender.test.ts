import { describe, expect, it, vi } from 'vitest';
import { CrossrateError } from './crossrate-error.ts';
import { type ClientOptions, createRequestSender } from './request-sender.ts';

const PATH = '/v1/rates/pair?from=EUR&to=USD';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

/** A sender whose requests are answered in turn, the last answer again and again; waits take no time but are written down. */
function aSender(answers: readonly (() => Response)[], options: Partial<ClientOptions> = {}, chance = 0.5) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const sender = createRequestSender(
    {
      server: 'https://rates.example.org',
      apiKey: 'a-key',
      fetch: async (url, init) => {
        sent.push({ url: String(url), headers: new Headers(init?.headers) });
        const answer = answers[Math.min(sent.length, answers.length) - 1];
        if (!answer) throw new TypeError('fetch failed');
        return answer();
      },
      ...options,
    },
    { random: () => chance, wait: async (ms) => void waits.push(ms) },
  );
  return { sender, sent, waits };
}

const found = (rate = 1.1684, etag = '"1"') => Response.json({ rate }, { headers: { ETag: etag } });

function refused(status: number, code: string, headers: Record<string, string> = {}) {
  const error = { code, message: `It is ${code}.`, type: 'api_error' };
  return () => Response.json({ error }, { status, headers: { 'X-Request-Id': 'req_1', ...headers } });
}

const failureOf = (answer: Promise<unknown>) => answer.catch((thrown: unknown) => thrown);

describe('a request', () => {
  it('bears the key in its header alone, below the address of the server', async () => {
    for (const server of ['https://rates.example.org/', 'https://rates.example.org/v1']) {
      const { sender, sent } = aSender([found], { server });
      expect(await (await sender.answer(PATH)).json()).toEqual({ rate: 1.1684 });
      expect(sent.map(({ url }) => url)).toEqual([`https://rates.example.org${PATH}`]);
      expect(sent[0]?.headers.get('X-API-Key')).toBe('a-key');
    }
  });

  it('never bears a key in clear, except on this machine', () => {
    expect(() => aSender([], { server: 'http://rates.example.org' })).toThrow(/^server must be an https/);
    expect(() => aSender([], { server: 'rates.example.org' })).toThrow(/^server must be an address/);
    for (const server of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      aSender([], { server });
    aSender([], { server: 'http://rates.example.org', apiKey: undefined });
  });
});

describe('a request that fails', () => {
  it('is sent again after temporary failures, later each time and not at the same moment as others', async () => {
    const answers = [refused(503, 'server_busy'), refused(500, 'internal_error'), found];
    for (const [chance, waited] of [
      [0, [250, 500]],
      [1, [500, 1000]],
    ] as const) {
      const { sender, waits } = aSender(answers, {}, chance);
      expect((await sender.answer(PATH)).status).toBe(200);
      expect(waits).toEqual(waited);
    }
  });

  it('waits at least as long as the service asks, in seconds or until a date', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    for (const value of ['20', date]) {
      const answers = [refused(429, 'rate_limited', { 'Retry-After': value }), found];
      const { sender, waits } = aSender(answers, {}, 0.5);
      await sender.answer(PATH);
      expect(waits).toEqual([expect.closeTo(20_250, -4)]);
    }
  });

  it('fails at once where the service asks for too long a wait, and says how long', async () => {
    const { sender, sent } = aSender([refused(429, 'rate_limited', { 'Retry-After': '61' })]);
    expect(await failureOf(sender.answer(PATH))).toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterMs: 61_000,
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [400, 'invalid_parameter'],
    [401, 'invalid_api_key'],
    [404, 'pair_unavailable'],
  ])('is not sent again after %d, and fails with what the service says', async (status, code) => {
    const { sender, sent } = aSender([refused(status, code)]);
    const failure = await failureOf(sender.answer(PATH));
    expect(failure).toBeInstanceOf(CrossrateError);
    expect(failure).toMatchObject({ code, status, message: `It is ${code}.`, requestId: 'req_1' });
    expect(sent).toHaveLength(1);
  });

  it('gives up after its retries, with the last failure', async () => {
    const { sender, sent } = aSender([], { retries: 2 });
    expect(await failureOf(sender.answer(PATH))).toMatchObject({ code: 'unreachable', status: null });
    expect(sent).toHaveLength(3);
  });

  it('says that something else answered, be it a redirect', async () => {
    const page = () => new Response('<p>Bad gateway</p>', { status: 502 });
    const moved = () => new Response(null, { status: 302, headers: { Location: 'https://example.net' } });
    for (const answer of [page, moved]) {
      const { sender } = aSender([answer], { retries: 0 });
      expect(await failureOf(sender.answer(PATH))).toMatchObject({ code: 'unexpected_answer' });
    }
  });
});

describe('a request that takes too long', () => {
  it('is given up when the caller says so, also between two tries, with the caller’s reason', async () => {
    const caller = new AbortController();
    const reason = new Error('never mind');
    const { sender, sent } = aSender([
      () => {
        caller.abort(reason);
        return refused(503, 'server_busy')();
      },
    ]);
    expect(await failureOf(sender.answer(PATH, { signal: caller.signal }))).toBe(reason);
    expect(await failureOf(sender.answer(PATH, { signal: caller.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it('waits by the clock, and stops waiting when it is given up', async () => {
    vi.useFakeTimers();
    try {
      const caller = new AbortController();
      const fetch = async () => refused(429, 'rate_limited', { 'Retry-After': '5' })();
      const { answer } = createRequestSender({ server: 'https://rates.example.org', fetch });
      const failed = failureOf(answer(PATH, { signal: caller.signal }));
      await vi.advanceTimersByTimeAsync(4000);
      caller.abort(new Error('never mind'));
      expect(await failed).toBe(caller.signal.reason);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is given up when no answer comes in time', async () => {
    const fetch: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const { sender } = aSender([], { fetch, timeoutMs: 5, retries: 0 });
    expect(await failureOf(sender.answer(PATH))).toMatchObject({
      code: 'timeout',
      message: 'The server did not answer within 0.005 s.',
    });
  });
});

describe('an answer that was had before', () => {
  const unchanged = () => new Response(null, { status: 304, headers: { 'X-Data-Version': '1.2' } });

  it('is asked for by its tag, and comes with its headers', async () => {
    const stale = () => Response.json({ rate: 1.1684 }, { headers: { ETag: '"1"', 'X-Rate-Stale': 'true' } });
    const { sender, sent } = aSender([stale, unchanged, () => found(1.17, '"2"'), unchanged]);
    const told: (string | null)[] = [];
    const onHeaders = (headers: Headers) => {
      told.push(headers.get('X-Rate-Stale'), headers.get('X-Data-Version'));
    };
    const ask = async (): Promise<unknown> => (await sender.answer(PATH, { onHeaders })).json();
    const rates = [await ask(), await ask(), await ask(), await ask()];
    expect(rates).toEqual([{ rate: 1.1684 }, { rate: 1.1684 }, { rate: 1.17 }, { rate: 1.17 }]);
    expect(sent.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"', '"2"']);
    expect(told).toEqual(['true', null, 'true', '1.2', null, null, null, '1.2']);
  });

  it('is kept within bounds, those that were not used for longest go first', async () => {
    const body = () => new Response('x'.repeat(1000), { headers: { ETag: '"1"' } });
    const { sender, sent } = aSender([body], { cacheBytesMax: 4100 });
    for (const path of ['/a', '/b', '/a', '/c', '/a', '/b']) await sender.answer(path);
    expect(sent.map(({ headers }) => headers.has('If-None-Match'))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    const { sender: none, sent: all } = aSender([body], { cacheBytesMax: 0 });
    for (const path of ['/a', '/a']) await none.answer(path);
    expect(all.some(({ headers }) => headers.has('If-None-Match'))).toBe(false);
  });
});
