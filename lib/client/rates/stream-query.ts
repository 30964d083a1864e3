import { queryOptions } from '@tanstack/react-query';
import { failureOf } from '#lib/client/asking/ask-failure';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { streamEvents } from '#lib/client/asking/stream-events';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { PairRate } from '#lib/contract/responses';
import { asAnswer, pathWith } from '#lib/client/asking/ask';
import type { PairQuery } from './rates-client.ts';

/** What an event tells of a pair; null that there is no rate. */
export type ToldRate = Pick<PairRate, 'rate' | 'source' | 'timestamp'> | null;

/** A page that is left again at once opens no stream. Not all pages open theirs together after a restart, so up to twice as long. */
const PATIENCE_MS = 5000;

/** How soon a stream is tried again that could not be had, the first time and at the latest. */
const AGAIN_MS = 5000;
const AGAIN_LATEST_MS = 300_000;

/** A browser has six connections to a service: of all its pages one has a stream, and the others ask. */
const LOCK = 'crossrate-stream';

/**
 * Follows a pair as long as somebody looks at it. What it gives is whether it is being told of the pair now; `onTold` gets each
 * event, and the last one again at each sign of life.
 */
export function streamQuery({ from, to, source }: Omit<PairQuery, 'date'>, onTold: (told: ToldRate) => void) {
  const queryKey = ['stream', from, to, source] as const;
  return queryOptions<boolean>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS * (1 + Math.random())));
      const path = pathWith(ENDPOINT_PATHS.stream, { pairs: `${from}/${to}`, source });
      let isTold = false;
      const follow = () =>
        readStream(path, signal, (told) => {
          isTold = true;
          client.setQueryData(queryKey, true);
          onTold(told);
        });
      try {
        await navigator.locks.request(LOCK, { signal }, follow);
      } catch (failure) {
        // Some proxies cut every stream after a while: that is no reason to wait longer each time.
        if (!isTold) throw failure;
      } finally {
        client.setQueryData(queryKey, false);
      }
      return false;
    },
    gcTime: 0,
    retry: true,
    retryDelay: (failures) => Math.min(AGAIN_MS * 2 ** failures, AGAIN_LATEST_MS),
    // One that was there and has ended, as with its key, is opened again.
    refetchInterval: ({ state }) => state.fetchStatus === 'idle' && AGAIN_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Reads a stream of one pair to its end; rejects where it cannot be had, breaks off or falls silent. */
async function readStream(
  path: string,
  signal: AbortSignal,
  onTold: (told: ToldRate) => void,
): Promise<void> {
  const open = async (ended: AbortSignal) => {
    const response = await createBrowserTransport({
      fetch: (asked, init) => fetch(asked, { ...init, signal: ended }),
      now: () => Date.now(),
    })(path);
    if (!response.ok) throw failureOf(response);
    return response;
  };
  let told: ToldRate | undefined;
  for await (const event of streamEvents(open, signal)) {
    if (event !== null) told = event.event === 'rate' ? asAnswer<ToldRate>(JSON.parse(event.data)) : null;
    if (told !== undefined) onTold(told);
  }
}
