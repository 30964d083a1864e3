import { describe, expect, it, vi } from 'vitest';
import { createClient, type CrossrateClient, type StreamedEvent } from './create-client.ts';

/** A client whose requests are answered in turn; paths that were asked, and what went with them. */
function aClient(answers: readonly ((init: RequestInit | undefined) => Response)[]) {
  const asked: { readonly path: string; readonly lastEventId: string | null }[] = [];
  const client = createClient({
    server: 'https://rates.example.org',
    apiKey: 'a-key',
    fetch: async (url, init) => {
      const path = String(url).replace('https://rates.example.org', '');
      asked.push({ path, lastEventId: new Headers(init?.headers).get('Last-Event-ID') });
      const answer = answers[asked.length - 1];
      if (!answer) throw new TypeError('fetch failed');
      return answer(init);
    },
  });
  return { client, asked };
}

const point = (day: number, source = 'ecb') => ({
  rate: 1 + day / 100,
  source,
  timestamp: `2026-04-0${day}T12:10:00.000Z`,
});

function aPage(points: readonly object[], link?: string) {
  const headers = link === undefined ? undefined : { Link: `<${link}>; rel="prev"` };
  const body = { from: 'EUR', to: 'USD', source: 'all', count: points.length, points };
  return () => Response.json(body, { ...(headers && { headers }) });
}

describe('the client', () => {
  it('asks with the parameters of the endpoint, lists with commas, and leaves out what is undefined alone', async () => {
    const { client, asked } = aClient(Array.from({ length: 4 }, () => () => Response.json({})));
    await client.convert({ from: 'EUR', to: 'USD', amount: 0, source: undefined, include: 'provenance' });
    await client.series({ codes: ['EUR', 'JPY'], days: 5 });
    await client.status();
    // An empty source means a mistake, which the service names; it must not become the default.
    await client.pair(JSON.parse('{"from":"EUR","to":"USD","source":""}'));
    expect(asked.map(({ path }) => path)).toEqual([
      '/v1/convert?from=EUR&to=USD&amount=0&include=provenance',
      '/v1/rates/series?codes=EUR%2CJPY&days=5',
      '/v1/status',
      '/v1/rates/pair?from=EUR&to=USD&source=',
    ]);
  });

  it('gives a document as its bytes, or what is known of it', async () => {
    const type = { 'Content-Type': 'application/octet-stream' };
    const { client, asked } = aClient([
      () => new Response('a,b', { headers: type }),
      () => Response.json({ kept: false }),
    ]);
    expect(await client.document('ab'.repeat(32))).toEqual(new TextEncoder().encode('a,b'));
    expect(await client.document('cd'.repeat(32))).toEqual({ kept: false });
    expect(asked[0]?.path).toBe(`/v1/documents/${'ab'.repeat(32)}`);
  });
});

describe('the history', () => {
  it('comes newest first, page by page as it is read, an instant that two pages share once', async () => {
    const { client, asked } = aClient([
      aPage([point(3, 'boe'), point(4), point(5)], '/v1/historical?page=2'),
      aPage([point(2), point(3), point(3, 'boe')], '/v1/historical?page=3'),
      aPage([point(1)]),
    ]);
    const seen: string[] = [];
    const pagesAsked: number[] = [];
    for await (const { source, timestamp } of client.history({ from: 'EUR', to: 'USD' })) {
      seen.push(`${timestamp.slice(9, 10)} ${source}`);
      pagesAsked.push(asked.length);
    }
    expect(seen).toEqual(['5 ecb', '4 ecb', '3 boe', '3 ecb', '2 ecb', '1 ecb']);
    expect(pagesAsked).toEqual([1, 1, 1, 2, 2, 3]);
    expect(asked[0]?.path).toBe('/v1/historical?limit=5000&from=EUR&to=USD');
  });

  it('follows links of its own endpoint alone', async () => {
    const { client, asked } = aClient([aPage([point(1)], 'https://example.net/v1/historical?page=2')]);
    expect(await collect(client.history({ from: 'EUR', to: 'USD' }))).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });
});

describe('the corrections of a source', () => {
  it('come oldest first, page by page', async () => {
    const page = (days: readonly string[], headers = {}) =>
      Response.json({ source: 'ecb', revisions: days.map((day) => ({ day })) }, { headers });
    const { client } = aClient([
      () => page(['2026-04-01'], { Link: '</v1/revisions?skip=1>; rel="next"' }),
      () => page(['2026-04-02']),
    ]);
    const days = (await collect(client.corrections({ source: 'ecb' }))).map(({ day }) => day);
    expect(days).toEqual(['2026-04-01', '2026-04-02']);
  });
});

const EVENTS = [
  'event: rate\ndata: {"rate":1.1684}\nid: 1.1:aaaaaa\n\n:\n\n',
  'event: unavailable\ndata: {"error":{"code":"source_unavailable"}}\nid: 1.2:bbbbbb\n\nevent: later\ndata: {}\n\n',
];

describe('the stream', () => {
  const TOLD = [
    { event: 'rate', id: '1.1:aaaaaa', data: { rate: 1.1684 } },
    { event: 'unavailable', id: '1.2:bbbbbb', data: { error: { code: 'source_unavailable' } } },
  ];

  it('goes on where it was when a connection ends, and ends with a refusal', async () => {
    const refusal = { error: { code: 'invalid_api_key', message: 'No.', type: 'authentication_error' } };
    const { client, asked } = aClient([
      ...EVENTS.map((text) => () => new Response(text)),
      () => Response.json(refusal, { status: 401 }),
    ]);
    const { told, failure } = await followed(client, {});
    expect(told).toEqual(TOLD);
    expect(failure).toMatchObject({ code: 'invalid_api_key' });
    expect(asked).toEqual([
      { path: '/v1/stream?pairs=EUR%2FUSD%2CUSD%2FJPY', lastEventId: null },
      { path: '/v1/stream?pairs=EUR%2FUSD%2CUSD%2FJPY', lastEventId: '1.1:aaaaaa' },
      { path: '/v1/stream?pairs=EUR%2FUSD%2CUSD%2FJPY', lastEventId: '1.2:bbbbbb' },
    ]);
  });

  it('begins after an event of before, and is given up like any request where it never was there', async () => {
    const { client, asked } = aClient([]);
    const { told, failure } = await followed(client, { lastEventId: '1.0:cccccc' });
    expect([told, asked.length]).toEqual([[], 4]);
    expect(asked[0]?.lastEventId).toBe('1.0:cccccc');
    expect(failure).toMatchObject({ code: 'unreachable' });
  });

  it('closes its connection when nobody reads on, and when it is given up', async () => {
    const { client, closed } = anOpenStream();
    for await (const { event } of client.stream({ pairs: ['EUR/USD'] })) {
      expect(event).toBe('rate');
      break;
    }
    expect(closed()).toBe(1);
    const caller = new AbortController();
    const events = client.stream({ pairs: ['EUR/USD'] }, { signal: caller.signal });
    await events.next();
    caller.abort(new Error('never mind'));
    await expect(events.next()).rejects.toBe(caller.signal.reason);
    expect(closed()).toBe(2);
  });
});

/** A client of a service whose streams say one thing and stay open. */
function anOpenStream() {
  let closed = 0;
  const answer = (init: RequestInit | undefined) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(EVENTS[0]));
        init?.signal?.addEventListener('abort', () => {
          closed += 1;
          controller.error(init.signal?.reason);
        });
      },
    });
    return new Response(body);
  };
  return { ...aClient([answer, answer]), closed: () => closed };
}

async function followed(client: CrossrateClient, options: { readonly lastEventId?: string }) {
  vi.useFakeTimers();
  try {
    const told: StreamedEvent[] = [];
    const read = async () => {
      for await (const event of client.stream({ pairs: ['EUR/USD', 'USD/JPY'] }, options)) told.push(event);
    };
    const failed = read().catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(60_000);
    return { told, failure: await failed };
  } finally {
    vi.useRealTimers();
  }
}

async function collect<T>(iterated: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of iterated) all.push(one);
  return all;
}
