import type { Clock } from '#lib/platform/clock';
import type { GetOptions, HttpBody, HttpClient, HttpResult } from '#lib/platform/http-client';
import { createFigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import type { Answer, Ask, Publisher } from '#lib/testing/simulated-upstreams/publisher';
import type { SeededNoise } from '#lib/testing/simulated-upstreams/rates/seeded-noise';

/** What healthy publishers are asked with. */
export interface DirectHttpSettings {
  readonly clock: Clock;
  readonly noise: SeededNoise;
  /** The publisher behind a host name. */
  readonly publisherAt: (hostname: string) => Publisher;
}

const REDIRECTS_MAX = 3;

/**
 * Asks healthy publishers without a network: the truth, and the sources that a scenario is not about. An answer is the
 * same for the same address and instant, and so is kept.
 */
export function createDirectHttp({ clock, noise, publisherAt }: DirectHttpSettings): HttpClient {
  const kept = new Map<string, HttpResult<HttpBody>>();
  const ask = (url: string, options: GetOptions): HttpResult<HttpBody> => {
    const key = `${clock.serviceMs()} ${url} ${options.postBody ?? ''}`;
    const known = kept.get(key) ?? answerTo(url, options);
    kept.set(key, known);
    return known;
  };
  const answerTo = (url: string, options: GetOptions): HttpResult<HttpBody> => {
    let address = new URL(url);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const publisher = publisherAt(address.hostname);
      const lens = createFigureLens(null, clock.service(), publisher.universes, noise);
      const answer = publisher.answer(askOf(address, options), lens);
      const location = answer.headers['Location'];
      if (location === undefined || options.refusesRedirects) return resultOf(address, answer, clock);
      address = new URL(location, address);
    }
    return resultOf(address, { status: 508, headers: {}, body: '' }, clock);
  };
  return {
    get: (url, options) => Promise.resolve(ask(url, options)),
    getIfChanged: (url, _version, options) => Promise.resolve(ask(url, options)),
  };
}

function askOf(address: URL, { postBody, headers = {} }: GetOptions): Ask {
  return {
    method: postBody === undefined ? 'GET' : 'POST',
    path: address.pathname,
    query: address.searchParams,
    headers,
    body: postBody ?? '',
  };
}

function resultOf(url: URL, answer: Answer, clock: Clock): HttpResult<HttpBody> {
  if (answer.status !== 200) {
    const sentence = `${url.host} answered with status ${answer.status}.`;
    return { ok: false, error: { kind: 'status', status: answer.status, retryAfterMs: null, sentence } };
  }
  return {
    ok: true,
    value: {
      kind: 'body',
      url: url.href,
      status: 200,
      headers: {},
      body: new Uint8Array(Buffer.from(answer.body)),
      version: { etag: null, lastModified: null },
      fetchedAt: clock.service(),
      latencyMs: 1,
    },
  };
}
