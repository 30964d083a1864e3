import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamQuery, type ToldRate } from './stream-query.ts';

const PAIR = { from: 'EUR', to: 'USD', source: null };

const EVENT = 'event: rate\ndata: {"rate":1.1684}\nid: 1.1:aaaaaa\n\n';

const BEAT = ':\n\n';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that follows a pair at a service; `send` writes to the stream, `end` ends it. */
function aFollower(refusal: number | null = null) {
  const wire = new TransformStream<string, string>();
  const writer = wire.writable.getWriter();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { signal }: { readonly signal: AbortSignal }) => {
    asked.push(path);
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    if (path === '/browser-key') return Response.json({ key: 'page', expiresAt });
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
    if (refusal !== null) return new Response('{}', { status: refusal });
    return new Response(wire.readable.pipeThrough(new TextEncoderStream()));
  });
  const told: ToldRate[] = [];
  const queries = new QueryClient();
  const query = streamQuery(PAIR, (rate) => told.push(rate));
  const leave = new QueryObserver(queries, query).subscribe(() => undefined);
  const isTold = () => queries.getQueryData(query.queryKey);
  const send = async (text: string) => {
    await writer.write(text);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, told, isTold, send, end: () => writer.close(), leave };
}

describe('the stream of a pair', () => {
  it('is asked for once the page has been open for some seconds', async () => {
    const { asked, leave } = aFollower();
    await vi.advanceTimersByTimeAsync(4900);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(5100);
    expect(asked).toEqual(['/browser-key', '/v1/stream?pairs=EUR%2FUSD']);
    leave();
  });

  it('tells each event, and the last one again at each sign of life, until it ends', async () => {
    const { told, isTold, send, end, leave } = aFollower();
    await vi.advanceTimersByTimeAsync(10_000);
    await send(BEAT);
    expect([isTold(), told]).toEqual([undefined, []]);
    await send(EVENT);
    await send(BEAT);
    await send('event: unavailable\ndata: {"error":{}}\n\n');
    expect([isTold(), told]).toEqual([true, [{ rate: 1.1684 }, { rate: 1.1684 }, null]]);
    await end();
    await vi.advanceTimersByTimeAsync(0);
    expect(isTold()).toBe(false);
    leave();
  });

  it('is given up after forty seconds without a sign of life', async () => {
    const { isTold, send, leave } = aFollower();
    await vi.advanceTimersByTimeAsync(10_000);
    await send(EVENT);
    await vi.advanceTimersByTimeAsync(39_000);
    await send(BEAT);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(isTold()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isTold()).toBe(false);
    leave();
  });

  it.each([403, 429, 503])('is tried again ever later where it is refused with %d', async (status) => {
    const { asked, isTold, leave } = aFollower(status);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.filter((path) => path.startsWith('/v1/stream'))).toHaveLength(7);
    expect(isTold()).toBe(false);
    leave();
  });

  it('ends when nobody looks at the page any more', async () => {
    const { asked, told, send, leave } = aFollower();
    await vi.advanceTimersByTimeAsync(10_000);
    leave();
    await send(EVENT).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([told, asked.length]).toEqual([[], 2]);
  });
});
