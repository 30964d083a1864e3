import { describe, expect, it } from 'vitest';

import type { SourceDocument } from '#lib/sources/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { createSource as webSearch } from './source.ts';

const OPEN_AT = new Date('2026-11-20T12:00:00Z');
const TUESDAY_SECONDS = Date.parse('2026-11-17T09:30:00Z') / 1000;
const recorded = readRecordedBodies('web-search');

const VND_JPY = 'google-finance-VND-JPY-2023-05.html';

describe('recorded pages of Google Finance', () => {
  it.for<readonly [string, string]>([
    ['google-finance-beta-EUR-USD-2026-09-13-trimmed.html', 'EUR/USD 1.1602 2026-09-11T21:00:00.000Z'],
    // 0.8582, which stands beside the ticker too, is the close of the day before.
    ['google-finance-beta-EUR-GBP-2026-09-13-trimmed.html', 'EUR/GBP 0.8580009 2026-09-11T21:00:00.000Z'],
    ['google-finance-beta-GBP-USD-2026-09-13-trimmed.html', 'GBP/USD 1.3528 2026-09-11T21:00:00.000Z'],
    [VND_JPY, 'VND/JPY 0.005878358 2023-05-19T21:00:00.000Z'],
  ])('%s, its stamp of a weekend moved to the close on Friday', ([name, expected], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-search'));
    expect(ticksOf(recordedText(name), `file:${name}`)).toEqual([expected]);
    const [, pair] = /([A-Z]{3}-[A-Z]{3})/.exec(name) ?? [];
    for (const folder of ['quote', 'beta/quote']) {
      const address = `https://www.google.com/finance/${folder}/${pair}?hl=en`;
      expect(ticksOf(recordedText(name), address)).toEqual([expected]);
    }
  });

  it(`${VND_JPY} in the attributes of the old layout alone`, ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-search'));
    const attributesOnly = recordedText(VND_JPY).replaceAll('AF_initDataCallback', 'removed');
    expect(ticksOf(attributesOnly)).toEqual(['VND/JPY 0.005878358 2023-05-19T21:00:00.000Z']);
  });

  it(`${VND_JPY} in its script blocks alone`, ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-search'));
    const blocksOnly = recordedText(VND_JPY).replaceAll('data-last-price', 'removed');
    expect(ticksOf(blocksOnly)).toEqual(['VND/JPY 0.005878358 2023-05-19T21:00:00.000Z']);
  });

  it(`does not take one of the other pairs on ${VND_JPY} for the asked one`, ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-search'));
    const page = recordedText(VND_JPY);
    expect(page).toContain('"USD-JPY"');
    expect(ticksOf(page, 'https://www.google.com/finance/quote/USD-JPY')).toEqual([
      'USD/JPY 137.965 2023-05-19T21:00:00.000Z',
    ]);
    expect(refusalOf(page, 'https://www.google.com/finance/quote/CHF-SEK')).toMatch(/no quote of CHF-SEK/);
    expect(refusalOf(page, 'https://www.google.com/finance/')).toMatch(
      /Neither address nor name says of which pair the page is \(it has VND-JPY, /,
    );
  });

  it('refuses every recorded page that is cut short', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-search'));
    for (const { name, body } of recorded ?? []) {
      for (const length of [body.length - 3, body.length - 40, Math.floor(body.length / 2)]) {
        const text = new TextDecoder().decode(body.subarray(0, length));
        expect(refusalOf(text, `file:${name}`), name).toMatch(/cut short/);
      }
    }
  });
});

describe('a page of Google Finance', () => {
  it('is read with its own stamp while the market is open', () => {
    expect(ticksOf(pageOf(instrument({ price: 1.15921 })))).toEqual([
      'EUR/USD 1.15921 2026-11-17T09:30:00.000Z',
    ]);
  });

  it('without a stamp is of the fetch, or of the close before it while the market is closed', () => {
    const page = pageOf(instrument({ times: null }));
    expect(ticksOf(page, 'file:page')).toEqual(['EUR/USD 1.16 null']);
    expect(ticksOf(page, 'file:page', new Date('2026-11-21T12:00:00Z'))).toEqual([
      'EUR/USD 1.16 2026-11-20T22:00:00.000Z',
    ]);
  });

  it('without a pair in address, link or name is read when it has one pair only', () => {
    expect(ticksOf(pageOf(instrument({})), 'file:saved.html')).toEqual([
      'EUR/USD 1.16 2026-11-17T09:30:00.000Z',
    ]);
    const two = pageOf(instrument({}), instrument({ codes: ['EUR', 'GBP'] }));
    expect(refusalOf(two, 'file:saved.html')).toMatch(/it has EUR-USD, EUR-GBP/);
    expect(ticksOf(two, 'file:EUR-GBP.html')).toEqual(['EUR/GBP 1.16 2026-11-17T09:30:00.000Z']);
  });

  it.each([
    ['of another kind', instrument({ kind: 1 })],
    ['with another ticker than its codes', instrument({ ticker: 'EUR-GBP' })],
    ['whose price is text', instrument({ price: '1.16' })],
    ['whose price is missing', instrument({ price: null })],
    ['that is too short', instrument({}).slice(0, 20)],
  ])('has no quote in an instrument %s', (_name, array) => {
    expect(refusalOf(pageOf(array), 'https://www.google.com/finance/quote/EUR-USD')).toMatch(
      /The page has no quote of EUR-USD/,
    );
  });
});

describe('what a page of Google Finance has around its quote', () => {
  it('reads blocks after one that is no JSON or failed, and one that is nested very deeply', () => {
    const page = [
      "<script>AF_initDataCallback({key: 'ds:1', data:function(){return 1}, sideChannel: {}});</script>",
      "<script>AF_initDataCallback({key: 'ds:13',  data:[3,null,[]],errorHasStatus: true,});</script>",
      `<script>AF_initDataCallback({key: 'ds:4', data:${'['.repeat(100_000)}${']'.repeat(100_000)}, sideChannel: {}});</script>`,
      pageOf(instrument({})),
    ].join('\n');
    expect(ticksOf(page)).toEqual(['EUR/USD 1.16 2026-11-17T09:30:00.000Z']);
  });

  it.each([
    ['', 'file:EUR-USD.html', /document is empty/],
    ['{"error":{"code":500}}', 'file:EUR-USD.html', /no HTML page/],
    ['<!DOCTYPE html><html>Please wait</html>', 'file:EUR-USD.html', /no quote of EUR-USD/],
    ['<!DOCTYPE html><html>Please wait</html>', 'file:page.html', /Neither address nor name.*it has none/],
    [
      '<html><form action="https://consent.google.com/save"></form></html>',
      'https://www.google.com/finance/quote/EUR-USD?hl=en',
      /consent page/,
    ],
    ['<html><form action="https://consent.google.com/save"></form></html>', 'file:page.html', /consent page/],
    ['<html>Our systems have detected unusual traffic</html>', 'file:EUR-USD.html', /\/sorry\//],
    [
      '<html><body>Captcha</body></html>',
      'https://www.google.com/sorry/index?continue=https://www.google.com/finance/quote/EUR-USD',
      /asks whether we are a person \(\/sorry\/\)/,
    ],
    [pageOf(instrument({ codes: ['EUR', 'GBX'] })), 'file:EUR-GBX.html', /EUR-GBX, no pair of currencies/],
  ])('refuses %s at %s by name', (page, url, sentence) => {
    expect(refusalOf(page, url)).toMatch(sentence);
    expect(refusalOf(page, url)).toMatch(/^[A-Z].*\.$/s);
  });
});

interface InstrumentParts {
  readonly kind?: number;
  readonly price?: number | string | null;
  readonly times?: readonly number[] | null;
  readonly codes?: readonly [string, string];
  readonly ticker?: string;
}

/** An instrument as pages have it; 9.99 is the close of the day before, which is never the price. */
function instrument(parts: InstrumentParts): readonly unknown[] {
  const { kind = 3, price = 1.16, times = [TUESDAY_SECONDS], codes = ['EUR', 'USD'] } = parts;
  const { ticker = codes.join('-') } = parts;
  const name = ['/g/11', null, codes.join(' / '), kind, null];
  const prices = [[price, 0, 0, 4, 4, 2], null, 9.99, null, null, null];
  const sides = [times, null, 0, '/g/11', [...codes, 'One', 'Other', '/m/1', '/m/2', 1], null, times];
  return [...name, ...prices, ...sides, null, null, null, ticker, null, null, 2];
}

/** A page with instruments in its scripts. */
function pageOf(...instruments: readonly (readonly unknown[])[]): string {
  const block = JSON.stringify([[instruments]]);
  return `<!doctype html><html><script class="ds:2">AF_initDataCallback({key: 'ds:2', hash: '9', data:${block}, sideChannel: {}});</script></html>`;
}

function recordedText(name: string): string {
  const found = (recorded ?? []).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not among the recorded bodies.`);
  return new TextDecoder().decode(found.body);
}

function documentOf(text: string, url: string, fetchedAt: Date): SourceDocument {
  return { url, body: new TextEncoder().encode(text), fetchedAt };
}

function ticksOf(text: string, url = 'file:page.html', fetchedAt = OPEN_AT): readonly string[] {
  const parsed = webSearch().parse([documentOf(text, url, fetchedAt)]);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) =>
    ticks.map((tick) => `${tick.base}/${tick.quote} ${tick.rate} ${tick.observedAt?.toISOString() ?? null}`),
  );
}

function refusalOf(text: string, url: string): string {
  const parsed = webSearch().parse([documentOf(text, url, OPEN_AT)]);
  if (parsed.ok) throw new Error('The document was not refused.');
  return parsed.error.sentence;
}
