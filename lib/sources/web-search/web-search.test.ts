import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';

import type { TickSource } from '#lib/sources/source';
import { createClient, startHost } from '#lib/testing/wire/upstream-calls';

import { createSource as webSearch } from './source.ts';
import { WEB_SEARCH_PAIRS } from './facts.ts';

const OPEN_SECONDS = Date.parse('2026-11-20T11:59:00Z') / 1000;

describe('a poll of Google Finance', () => {
  it('asks for one page a pair, one after another, as a browser that answered the question of consent', async () => {
    let running = 0;
    let runningMost = 0;
    const headers: unknown[] = [];
    const site = await startSite((request, response) => {
      running += 1;
      runningMost = Math.max(runningMost, running);
      const { cookie, 'accept-language': language, 'user-agent': agent } = request.headers;
      headers.push([cookie, language, agent?.startsWith('Mozilla/5.0 (') === true]);
      setImmediate(() => {
        running -= 1;
        answerPage(request, response);
      });
    });
    const fetched = await site.source.fetch(createClient());
    if (!fetched.ok) throw new Error(fetched.error.sentence);
    expect(site.asked).toEqual(WEB_SEARCH_PAIRS.map((pair) => `/finance/quote/${pair}?hl=en`));
    expect(runningMost).toBe(1);
    expect(headers).toEqual(WEB_SEARCH_PAIRS.map(() => ['SOCS=CAI; CONSENT=YES+', 'en', true]));
    const read = site.source.parse(fetched.value);
    const ticks = read.ok ? read.value.flatMap((document) => document.ticks) : [];
    expect(ticks.map(({ base, quote }) => `${base}-${quote}`)).toEqual(WEB_SEARCH_PAIRS);
    expect(ticks.length).toBe(site.source.expectedPairs);
    expect(ticks[0]).toEqual({
      base: 'EUR',
      quote: 'USD',
      rate: '1.16',
      observedAt: new Date(OPEN_SECONDS * 1000),
    });
  });

  it('follows the redirect to the new layout within the host', async () => {
    const site = await startSite((request, response) => {
      const isOld = request.url?.startsWith('/finance/quote/') === true;
      if (!isOld) return answerPage(request, response);
      const location = request.url?.replace('/finance/quote/', '/finance/beta/quote/');
      response.writeHead(302, { Location: location }).end();
    });
    const fetched = await site.source.fetch(createClient());
    expect(fetched.ok && fetched.value.length).toBe(12);
    expect(fetched.ok && fetched.value[0]?.url).toMatch(/\/finance\/beta\/quote\/EUR-USD\?hl=en$/);
  });
});

describe('lost pages of Google Finance', () => {
  it.each<readonly [string, RequestListener]>([
    ['has status 500', (_request, response) => void response.writeHead(500).end()],
    [
      'is a consent page',
      (_request, response) => answerHtml(response, '<a href="https://consent.google.com/">x</a>'),
    ],
    ['is of another pair', (request, response) => answerPage(request, response, 'GBP-USD')],
    [
      'leads to the page of all markets',
      (request, response) => {
        if (request.url === '/finance/') answerHtml(response, pageOf('USD-CNY'));
        else response.writeHead(302, { Location: '/finance/' }).end();
      },
    ],
    [
      'leads to that of another pair',
      (_request, response) => void response.writeHead(302, { Location: '/finance/quote/EUR-USD' }).end(),
    ],
  ])('keeps the other pages when one page %s', async (_name, answerOne) => {
    const site = await startSite((request, response) => {
      const isOne = request.url?.includes('USD-CNY') === true || request.url === '/finance/';
      (isOne ? answerOne : answerPage)(request, response);
    });
    const fetched = await site.source.fetch(createClient({ tries: 1 }));
    const read = site.source.parse(fetched.ok ? fetched.value : []);
    const ticks = read.ok ? read.value.flatMap((document) => document.ticks) : [];
    expect(ticks.map(({ base, quote }) => `${base}-${quote}`)).toEqual(
      WEB_SEARCH_PAIRS.filter((pair) => pair !== 'USD-CNY'),
    );
  });

  it('keeps half of the pages', async () => {
    const site = await startSite((request, response) => {
      if (pairIn(request) < 6) response.writeHead(404).end();
      else answerPage(request, response);
    });
    const fetched = await site.source.fetch(createClient());
    expect(fetched.ok && fetched.value.length).toBe(6);
  });
});

describe('a poll of Google Finance that fails', () => {
  it.each<readonly [string, RequestListener, string, RegExp]>([
    [
      'status 429',
      (_request, response) => void response.writeHead(429).end(),
      'status',
      /^7 of 12 pairs are lost; the first, EUR-USD: .* status 429\.$/,
    ],
    [
      'the consent page',
      (_request, response) => answerHtml(response, '<form action="https://consent.google.com/save"></form>'),
      'unknown-layout',
      /EUR-USD: The document is the publisher's consent page/,
    ],
    [
      'a redirect to the host of the consent page',
      (_request, response) =>
        void response.writeHead(302, { Location: 'http://localhost:1/m?continue=x' }).end(),
      'redirect_refused',
      /EUR-USD: localhost:1 is not one of 127\.0\.0\.1/,
    ],
    [
      'a redirect to /sorry/',
      (request, response) => {
        if (request.url?.startsWith('/sorry/') === true) answerHtml(response, '<html>Captcha</html>');
        else response.writeHead(302, { Location: '/sorry/index?continue=x' }).end();
      },
      'unknown-layout',
      /EUR-USD: The publisher asks whether we are a person \(\/sorry\/\)/,
    ],
  ])(
    'fails with a sentence when every page is %s, and stops asking',
    async (_name, listener, kind, sentence) => {
      const site = await startSite(listener);
      const fetched = await site.source.fetch(createClient({ tries: 1 }));
      if (fetched.ok) throw new Error('The fetch did not fail.');
      expect(fetched.error.kind).toBe(kind);
      expect(fetched.error.sentence).toMatch(sentence);
      expect(site.asked.filter((path) => path.startsWith('/finance/')).length).toBe(7);
    },
  );

  it('ends with the signal, between two pages too', async () => {
    const stop = new AbortController();
    const site = await startSite((request, response) => {
      if (pairIn(request) === 1) stop.abort();
      answerPage(request, response);
    });
    const fetched = await site.source.fetch(createClient(), stop.signal);
    expect(fetched.ok ? null : fetched.error.kind).toBe('aborted');
    expect(site.asked.length).toBe(2);
  });
});

function answerPage(request: IncomingMessage, response: ServerResponse, pair?: string): void {
  answerHtml(response, pageOf(pair ?? WEB_SEARCH_PAIRS[pairIn(request)] ?? 'none'));
}

/** The position of the asked pair in the list. */
function pairIn(request: IncomingMessage): number {
  return WEB_SEARCH_PAIRS.findIndex((pair) => request.url?.includes(pair));
}

function answerHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
}

function pageOf(pair: string): string {
  const [base, quote] = pair.split('-');
  const before = ['/g/11', null, `${base} / ${quote}`, 3, null, [1.16, 0, 0, 4, 4, 2], null, 1.15];
  const times = [null, null, null, [OPEN_SECONDS], null, 0, '/g/11'];
  const instrument = [...before, ...times, [base, quote], null, [OPEN_SECONDS], null, null, null, pair];
  return `<html><script>AF_initDataCallback({key: 'ds:2', data:${JSON.stringify([instrument])}, sideChannel: {}});</script></html>`;
}

interface Site {
  readonly source: TickSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startSite(listener: RequestListener): Promise<Site> {
  const host = await startHost(listener);
  return { source: webSearch(new URL(host.url)), asked: host.asked };
}
