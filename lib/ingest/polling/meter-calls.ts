import type { HttpClient, HttpResult } from '#lib/platform/http-client';

/** A client whose calls are timed. */
export interface MeteredCalls {
  readonly http: HttpClient;
  /** Of the slowest call so far, in whole milliseconds; of one that timed out, the time-out. */
  readonly latencyMs: () => number;
  /** Whether a host said that the asked version is still its newest. */
  readonly isUnchanged: () => boolean;
}

/** Times the calls of one poll: an answered call by its successful try, a failed one by its time-out or as a whole. */
export function meterCalls(http: HttpClient): MeteredCalls {
  let slowestMs = 0;
  let isUnchanged = false;
  const timed = async <Answer extends { readonly kind: string; readonly latencyMs: number }>(
    call: Promise<HttpResult<Answer>>,
  ): Promise<HttpResult<Answer>> => {
    const startedMs = performance.now();
    const result = await call;
    isUnchanged ||= result.ok && result.value.kind === 'not-modified';
    slowestMs = Math.max(slowestMs, latencyOf(result, performance.now() - startedMs));
    return result;
  };
  return {
    http: {
      get: (url, options) => timed(http.get(url, options)),
      getIfChanged: (url, version, options) => timed(http.getIfChanged(url, version, options)),
    },
    latencyMs: () => Math.round(slowestMs),
    isUnchanged: () => isUnchanged,
  };
}

function latencyOf(result: HttpResult<{ readonly latencyMs: number }>, elapsedMs: number): number {
  if (result.ok) return result.value.latencyMs;
  return result.error.kind === 'timeout' ? result.error.limitMs : elapsedMs;
}
