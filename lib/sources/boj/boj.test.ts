import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';

import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import type { HttpClient } from '#lib/platform/http-client';
import type { FetchWindow, FixingSource } from '#lib/sources/source';
import { createClient, startHost, textOf } from '#lib/testing/wire/upstream-calls';

import { createSource as boj, fetchBojMonths } from './source.ts';
import { BOJ_SERIES } from './facts.ts';
import { pauseCalls } from '#lib/sources/fetch-document';

const PATH = '/api/v1/getDataCode?format=json&lang=en&db=FM08&code=FXERD04,FXERD34';
const DOLLAR = seriesOf('FXERD04', 'Yen per U.S. Dollar', [159.5, 159.95]);
const EURO = seriesOf('FXERD34', 'U.S. Dollar per Euro', [1.1554, 1.1518]);
const BOTH = pageOf([DOLLAR, EURO], null);

const http = createClient();

describe('which months the Bank of Japan is asked for', () => {
  it.each([
    ['nothing is stored', null, '2026-03-31', '202602', '202603'],
    ['nothing is missing', '2026-03-27', '2026-03-31', '202602', '202603'],
    ['the newest stored day is in the previous month', '2026-02-27', '2026-03-03', '202602', '202603'],
    ['the newest stored day is older', '2025-11-28', '2026-03-03', '202511', '202603'],
    ['a year has begun', '2025-12-30', '2026-01-05', '202512', '202601'],
    ['years are missing', '2010-06-30', '2026-03-31', '201006', '202603'],
  ])('when %s', async (_name, stored, today, from, to) => {
    const bank = await startBank((_request, response) => sendJson(response, BOTH));
    const fetched = await bank.source.fetch(http, windowOf(stored, today));
    expect(fetched.ok && fetched.value.map(({ body }) => textOf(body))).toEqual([BOTH]);
    expect(bank.asked).toEqual([`${PATH}&startDate=${from}&endDate=${to}`]);
  });
});

describe('the pages of an answer', () => {
  it('are all fetched, each a document of its own', async () => {
    const pages = [pageOf([DOLLAR], 2), pageOf([EURO], null)];
    const bank = await startBank((request, response) => {
      sendJson(response, request.url?.endsWith('&startPosition=2') === true ? pages[1] : pages[0]);
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok && fetched.value.map(({ body }) => textOf(body))).toEqual(pages);
    const first = `${PATH}&startDate=202602&endDate=202603`;
    expect(bank.asked).toEqual([first, `${first}&startPosition=2`]);
  });

  it('are not fetched for ever: a page that does not go on is a failure', async () => {
    const bank = await startBank((_request, response) => sendJson(response, pageOf([DOLLAR], 2)));
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/next page begins at 2, not after 2/);
    expect(bank.asked).toHaveLength(2);
  });

  it('are not fetched for ever: more pages than there can be are a failure', async () => {
    const bank = await startBank((request, response) => {
      const position = Number(
        new URL(request.url ?? '', 'http://bank').searchParams.get('startPosition') ?? 1,
      );
      sendJson(response, pageOf([DOLLAR], position + 1));
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/more than 10 pages/);
    expect(bank.asked).toHaveLength(10);
  });

  it('are a failure together when one is', async () => {
    const bank = await startBank((request, response) => {
      sendJson(
        response,
        request.url?.includes('startPosition') === true ? '{"STATUS":5' : pageOf([DOLLAR], 2),
      );
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok ? '' : fetched.error.kind).toBe('unknown-layout');
  });
});

describe('the pause between two pages', () => {
  it('is kept', async () => {
    const starts: number[] = [];
    const bank = await startBank((request, response) => {
      starts.push(performance.now());
      sendJson(response, request.url?.includes('startPosition') === true ? BOTH : pageOf([DOLLAR], 2));
    });
    const fetched = await askSlowly(bank, { http, pauseMs: 40 });
    expect(fetched.ok && fetched.value.length).toBe(2);
    // Timers may fire a millisecond early.
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(38);
  });

  it('ends when the call is stopped', async () => {
    const controller = new AbortController();
    const bank = await startBank((_request, response) => sendJson(response, pageOf([DOLLAR], 2)));
    const { signal } = controller;
    const fetched = await askSlowly(bank, { http: stoppingAfterwards(controller), pauseMs: 600_000, signal });
    expect(fetched.ok ? '' : fetched.error.kind).toBe('aborted');
    expect(bank.asked).toHaveLength(1);
  });
});

const NOTHING_FOUND = JSON.stringify({
  STATUS: 200,
  MESSAGEID: 'M181030I',
  MESSAGE: 'Successfully completed, but no data found',
  NEXTPOSITION: null,
  RESULTSET: [],
});
const NULLS = pageOf([seriesOf('FXERD04', 'Yen per U.S. Dollar', [null, null])], null);
const PART = { id: '1990s', from: dayOf('1998-01-05'), to: dayOf('1998-12-31') };

describe('an answer without figures', () => {
  it('is an empty list of the history, and a failure of a poll, when the bank says that it found nothing', async () => {
    const bank = await startBank((_request, response) => sendJson(response, NOTHING_FOUND));
    expect(await bank.source.history.fetch(http, PART)).toEqual({ ok: true, value: [] });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/nothing for the months asked for/);
  });

  it('is an empty list of the history, and a failure of a poll, when every day is null', async () => {
    const bank = await startBank((_request, response) => sendJson(response, NULLS));
    expect(await bank.source.history.fetch(http, PART)).toEqual({ ok: true, value: [] });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/no figure for any of them/);
  });

  it('is left out when another page has figures', async () => {
    const bank = await startBank((request, response) => {
      const isSecond = request.url?.includes('startPosition') === true;
      const nulls = seriesOf('FXERD34', 'U.S. Dollar per Euro', [null, null]);
      sendJson(response, isSecond ? pageOf([nulls], null) : pageOf([DOLLAR], 2));
    });
    const fetched = await bank.source.history.fetch(http, PART);
    if (!fetched.ok) throw new Error(fetched.error.sentence);
    expect(fetched.value.map((document) => bank.source.parse(document).ok)).toEqual([true]);
  });
});

describe('a series that the bank does not know', () => {
  const unknown = '{"STATUS":400,"MESSAGEID":"M181013E","MESSAGE":"Nonexistent series code：1"}';

  it('has each one asked alone, and is a failure when the bank knows none', async () => {
    const one = await startBank((request, response) =>
      sendJson(response, request.url?.includes('FXERD34') === true ? unknown : pageOf([DOLLAR], null)),
    );
    const fetched = await one.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(fetched.ok && fetched.value.length).toBe(1);
    expect(one.asked).toHaveLength(3);
    const none = await startBank((_request, response) => sendJson(response, unknown));
    const failed = await none.source.fetch(http, windowOf(null, '2026-03-31'));
    expect(failed.ok ? '' : failed.error.sentence).toMatch(/M181013E.* 0 of the first 2 \(of 2\) answered/);
  });
});

describe('an error of the bank', () => {
  it.each<readonly [string, RequestListener, string, RegExp]>([
    [
      'STATUS 400 in a 200',
      (_request, response) =>
        sendJson(response, '{"STATUS":400,"MESSAGEID":"M181005E","MESSAGE":"The DB name is incorrect."}'),
      'unknown-layout',
      /STATUS 400, M181005E: The DB name is incorrect/,
    ],
    [
      'STATUS 503 in a 200',
      (_request, response) =>
        sendJson(response, '{"STATUS":503,"MESSAGEID":"M181091S","MESSAGE":"Database access error"}'),
      'unknown-layout',
      /STATUS 503, M181091S/,
    ],
    [
      'a page in a 200',
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
      'content_type',
      /text\/html/,
    ],
    [
      'a page of no type',
      (_request, response) => void response.end('<html>'),
      'unknown-layout',
      /is an HTML page/,
    ],
    ['a 403', (_request, response) => void response.writeHead(403).end(), 'status', /status 403/],
  ])('is a failure and never an empty list: %s', async (_name, answer, kind, sentence) => {
    const bank = await startBank(answer);
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-31'));
    if (fetched.ok) throw new Error('The fetch did not fail.');
    expect(fetched.error.kind).toBe(kind);
    expect(fetched.error.sentence).toMatch(sentence);
    expect(bank.asked).toHaveLength(1);
  });

  it('is told as stopped when the call is', async () => {
    const bank = await startBank((_request, response) => sendJson(response, BOTH));
    const window = { ...windowOf(null, '2026-03-31'), signal: AbortSignal.abort() };
    const fetched = await bank.source.fetch(http, window);
    expect(fetched.ok ? '' : fetched.error.kind).toBe('aborted');
    expect(bank.asked).toEqual([]);
  });
});

describe('the history of the Bank of Japan', () => {
  it('comes in decades, newest first, that leave no day out', async () => {
    const parts = await partsOf('1970-01-01', '2026-03-20');
    expect(parts).toEqual([
      { id: '2020s', from: '2020-01-01', to: '2026-03-20' },
      { id: '2010s', from: '2010-01-01', to: '2019-12-31' },
      { id: '2000s', from: '2000-01-01', to: '2009-12-31' },
      { id: '1990s', from: '1998-01-05', to: '1999-12-31' },
    ]);
    for (const [index, { from }] of parts.slice(0, -1).entries()) {
      expect(parts[index + 1]?.to).toBe(addDays(from, -1));
    }
  });

  it('is cut to the span, and is nothing before the first figure', async () => {
    expect(await partsOf('2019-12-30', '2020-01-02')).toEqual([
      { id: '2020s', from: '2020-01-01', to: '2020-01-02' },
      { id: '2010s', from: '2019-12-30', to: '2019-12-31' },
    ]);
    expect(await partsOf('1970-01-01', '1998-01-04')).toEqual([]);
  });

  it('is asked a part at a time', async () => {
    const bank = await startBank((_request, response) => sendJson(response, BOTH));
    const fetched = await bank.source.history.fetch(http, PART);
    expect(fetched.ok && fetched.value.length).toBe(1);
    expect(bank.asked).toEqual([`${PATH}&startDate=199801&endDate=199812`]);
  });
});

/** Stops the call when its first answer is there and the pause has begun. */
function stoppingAfterwards(controller: AbortController): HttpClient {
  return {
    ...http,
    get: async (url, options) => {
      const answer = await http.get(url, options);
      setImmediate(() => controller.abort());
      return answer;
    },
  };
}

/** Asks for the pages of one month, with a pause between two. */
function askSlowly(
  { source }: Bank,
  {
    http,
    pauseMs,
    signal,
  }: { readonly http: HttpClient; readonly pauseMs: number; readonly signal?: AbortSignal },
) {
  const day = dayOf('2026-03-27');
  const pause = () => pauseCalls(pauseMs, signal);
  const request = { http, from: day, to: day, isFigureDue: true, signal, pause };
  return fetchBojMonths(request, BOJ_SERIES, { site: new URL(source.upstream), isOperatorAddress: true });
}

interface Bank {
  readonly source: FixingSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startBank(listener: RequestListener): Promise<Bank> {
  const host = await startHost(listener);
  return { source: boj(new URL(host.url)), asked: host.asked };
}

function sendJson(response: Parameters<RequestListener>[1], text: string | undefined): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
}

function pageOf(series: readonly object[], nextPosition: number | null): string {
  return JSON.stringify({
    STATUS: 200,
    MESSAGEID: 'M181000I',
    MESSAGE: 'Successfully completed',
    NEXTPOSITION: nextPosition,
    RESULTSET: series,
  });
}

/** A series on 26 and 27 March 2026. */
function seriesOf(code: string, unit: string, figures: readonly (number | null)[]): object {
  const values = { SURVEY_DATES: [20260326, 20260327], VALUES: figures };
  return { SERIES_CODE: code, UNIT: unit, FREQUENCY: 'DAILY', VALUES: values };
}

async function partsOf(from: string, to: string) {
  const parts = await boj().history.parts(http, { from: dayOf(from), to: dayOf(to) });
  if (!parts.ok) throw new Error(parts.error.sentence);
  return parts.value;
}

function windowOf(newestStoredOn: string | null, today: string): FetchWindow {
  return { newestStoredOn: newestStoredOn === null ? null : dayOf(newestStoredOn), today: dayOf(today) };
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
