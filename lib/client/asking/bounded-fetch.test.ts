import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((timeoutMs) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new Error('timed out')), timeoutMs);
    return timeout.signal;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A network on which nothing comes; a request that is given up rejects, as the browser's does. */
function aSilentNetwork() {
  const network = { signal: new AbortController().signal };
  vi.stubGlobal('fetch', (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    network.signal = signal;
    return new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return network;
}

describe('a bounded request', () => {
  it('is given up when its answer is not there within half a minute', async () => {
    aSilentNetwork();
    const isGivenUp = expect(boundedFetch('/v1/rates')).rejects.toThrow('timed out');
    await vi.advanceTimersByTimeAsync(30_000);
    await isGivenUp;
  });

  it('waits a minute for a change, which may have been made, and not for a page’s own key', async () => {
    const network = aSilentNetwork();
    const change = expect(boundedFetch('/account/api/keys', { method: 'POST' })).rejects.toThrow('timed out');
    const changeSignal = network.signal;
    const key = expect(boundedFetch('/browser-key', { method: 'POST' })).rejects.toThrow('timed out');
    await vi.advanceTimersByTimeAsync(30_000);
    await key;
    expect(changeSignal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    await change;
  });

  it('ends when its caller ends it', async () => {
    aSilentNetwork();
    const caller = new AbortController();
    const asked = expect(boundedFetch('/v1/rates', { signal: caller.signal })).rejects.toThrow('enough');
    caller.abort(new Error('enough'));
    await asked;
  });
});
