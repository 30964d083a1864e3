import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';

import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import type { FetchWindow, FixingSource } from '#lib/sources/source';
import { createClient, startHost, textOf } from '#lib/testing/wire/upstream-calls';

import { createSource as boe } from './source.ts';
import { BOE_CURRENT_SERIES, BOE_ENDED_SERIES } from './boe-series.ts';

const PATH = '/boeapps/database/_iadb-fromshowcolumns.asp';
const CURRENT = BOE_CURRENT_SERIES.map(({ code }) => code);
const ALL = [...CURRENT, ...BOE_ENDED_SERIES.map(({ code }) => code)];
const ERROR_PAGE = '<!DOCTYPE html><html><body>Page cannot be found</body></html>';

const http = createClient();

describe('which days the Bank of England is asked for', () => {
  it.each([
    ['nothing is stored', null, '2026-03-20', '18/Feb/2026', '20/Mar/2026'],
    [
      'nothing is missing, as the last 7 days may be revised',
      '2026-03-19',
      '2026-03-20',
      '13/Mar/2026',
      '20/Mar/2026',
    ],
    ['exactly 7 days are missing', '2026-03-13', '2026-03-20', '13/Mar/2026', '20/Mar/2026'],
    ['8 days are missing', '2026-03-12', '2026-03-20', '12/Mar/2026', '20/Mar/2026'],
    ['years are missing', '2019-12-31', '2026-01-02', '31/Dec/2019', '02/Jan/2026'],
    ['the store is ahead of the clock', '2026-03-25', '2026-03-20', '13/Mar/2026', '20/Mar/2026'],
  ])('when %s', async (_name, stored, today, from, to) => {
    const bank = await startBank((request, response) => sendCsv(response, csvFor(request.url)));
    const fetched = await bank.source.fetch(http, windowOf(stored, today));
    expect(fetched.ok && fetched.value.map(({ body }) => textOf(body))).toEqual([csvFor(bank.asked[0])]);
    expect(bank.asked).toEqual([
      `${PATH}?csv.x=yes&SeriesCodes=${CURRENT.join(',')}&UsingCodes=Y&CSVF=TN&VPD=Y&VFD=N&Datefrom=${from}&Dateto=${to}`,
    ]);
  });

  it('with the headers of a browser', async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    const bank = await startBank((request, response) => {
      headers = request.headers;
      sendCsv(response, csvFor(request.url));
    });
    await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    expect(headers['user-agent']).toMatch(/^Mozilla\/5\.0 /);
    expect(headers['accept']).toMatch(/^text\/csv,/);
  });
});

describe('a range without figures', () => {
  const headerAlone: RequestListener = (request, response) =>
    sendCsv(response, csvFor(request.url).split('\r\n')[0] + '\r\n');

  it('is nothing new for a poll and nothing there for the history, in one call', async () => {
    const bank = await startBank(headerAlone);
    expect(await bank.source.fetch(http, windowOf('2026-03-19', '2026-03-20'))).toEqual({
      ok: true,
      value: [],
    });
    const part = { id: '1975', from: dayOf('1975-01-02'), to: dayOf('1975-12-31') };
    expect(await bank.source.history.fetch(http, part)).toEqual({ ok: true, value: [] });
    expect(bank.asked).toHaveLength(2);
  });

  it('is a failure when its header is cut short, so that a cut never reads as a quiet week', async () => {
    const bank = await startBank((_request, response) => sendCsv(response, 'DATE,XUDLUSS,XUDL'));
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/may be cut short/);
  });
});

describe('when the bank refuses the list', () => {
  it.each<readonly [string, RequestListener]>([
    [
      'with its 302 to an error page that is itself 200',
      (request, response) => {
        if (request.url?.startsWith(PATH) === true) {
          response.writeHead(302, { Location: '/boeapps/database/ErrorPage.asp?ei=1131' }).end();
        } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(ERROR_PAGE);
      },
    ],
    [
      'with an HTML page and 200',
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(ERROR_PAGE),
    ],
    ['with an HTML page that says it is CSV', (_request, response) => sendCsv(response, ERROR_PAGE)],
    ['with a page of no type', (_request, response) => void response.end(ERROR_PAGE)],
    ['with a 403', (_request, response) => void response.writeHead(403).end()],
    ['with an empty body', (_request, response) => sendCsv(response, '')],
  ])('%s, every series is asked alone and has its own document', async (_name, refuse) => {
    const bank = await startBank((request, response) => {
      if (codesOf(request.url).length === 1) sendCsv(response, csvFor(request.url));
      else refuse(request, response);
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    if (!fetched.ok) throw new Error(fetched.error.sentence);
    expect(bank.asked.map(codesOf)).toEqual([CURRENT, ...CURRENT.map((code) => [code])]);
    const figures = fetched.value.map((document) => {
      const parsed = bank.source.parse(document);
      return parsed.ok ? parsed.value.figures.map(({ quote }) => quote) : parsed.error.sentence;
    });
    expect(figures).toEqual(BOE_CURRENT_SERIES.map(({ quote }) => [quote]));
    expect(new Set(fetched.value.map(({ url }) => url)).size).toBe(26);
  });
});

describe('the series that are asked alone', () => {
  it.each([
    ['lose none but the unknown one', 1, 25],
    ['are enough when half of them answer', 13, 13],
  ])('%s', async (_name, refusedCount, documentCount) => {
    const refused = new Set(CURRENT.slice(-refusedCount));
    const bank = await startBank(refusingCodes(refused));
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    expect(fetched.ok && fetched.value.length).toBe(documentCount);
    expect(bank.asked).toHaveLength(1 + 26);
  });

  it('are a failure that tells of the list and of the series when fewer than half answer', async () => {
    const bank = await startBank(refusingCodes(new Set(CURRENT.slice(12))));
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    if (fetched.ok) throw new Error('The fetch did not fail.');
    expect(fetched.error.kind).toBe('redirect_refused');
    expect(fetched.error.sentence).toMatch(
      /redirect instead of a document\. One series at a time: 12 of the first 26 \(of 26\) answered; XUDLZOS4: .*redirect/,
    );
  });

  it('are three when the bank refuses every one, as it does to a blocked address', async () => {
    const bank = await startBank(refusingCodes(new Set(CURRENT)));
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/0 of the first 3 \(of 26\) answered/);
    expect(bank.asked).toHaveLength(1 + 3);
  });

  it('count as answers without figures too, which have no document', async () => {
    const bank = await startBank((request, response) => {
      const [code, ...others] = codesOf(request.url);
      if (others.length > 0) response.writeHead(302, { Location: '/x' }).end();
      else sendCsv(response, code === 'XUDLUSS' ? csvFor(request.url) : `DATE,${code}\r\n`);
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-03-20'));
    expect(fetched.ok && fetched.value.map(({ body }) => textOf(body))).toEqual([
      'DATE,XUDLUSS\r\n20 Mar 2026,1.5\r\n',
    ]);
  });
});

describe('when the bank cannot be reached', () => {
  it.each<readonly [string, RequestListener, string]>([
    ['the connection breaks', (request) => void request.socket.destroy(), 'network'],
    ['it asks for fewer calls', (_request, response) => void response.writeHead(429).end(), 'status'],
  ])('and %s, no shorter list is tried', async (_name, answer, kind) => {
    const bank = await startBank(answer);
    const fetched = await bank.source.fetch(createClient({ tries: 1 }), windowOf(null, '2026-03-20'));
    expect(fetched.ok ? '' : fetched.error.kind).toBe(kind);
    expect(bank.asked).toHaveLength(1);
  });

  it('and the call is stopped, it is not asked again', async () => {
    const controller = new AbortController();
    const bank = await startBank((request, response) => {
      if (codesOf(request.url).length === 1) controller.abort();
      response.writeHead(302, { Location: '/x' }).end();
    });
    const window = { ...windowOf(null, '2026-03-20'), signal: controller.signal };
    const fetched = await bank.source.fetch(http, window);
    expect(fetched.ok ? '' : fetched.error.kind).toBe('aborted');
    expect(bank.asked).toHaveLength(2);
  });
});

describe('the history of the Bank of England', () => {
  it('comes in calendar years, newest first, that leave no day out', async () => {
    const parts = await partsOf('1960-01-01', '2026-03-20');
    expect(parts).toHaveLength(2026 - 1975 + 1);
    expect(parts[0]).toEqual({ id: '2026', from: '2026-01-01', to: '2026-03-20' });
    expect(parts[1]).toEqual({ id: '2025', from: '2025-01-01', to: '2025-12-31' });
    expect(parts.at(-1)).toEqual({ id: '1975', from: '1975-01-02', to: '1975-12-31' });
    for (const [index, { from }] of parts.slice(0, -1).entries()) {
      expect(parts[index + 1]?.to).toBe(addDays(from, -1));
    }
  });

  it('is cut to the span, and is nothing before the first figure', async () => {
    expect(await partsOf('2025-12-30', '2026-01-02')).toEqual([
      { id: '2026', from: '2026-01-01', to: '2026-01-02' },
      { id: '2025', from: '2025-12-30', to: '2025-12-31' },
    ]);
    expect(await partsOf('1960-01-01', '1975-01-01')).toEqual([]);
  });

  it('is asked a year at a time, with the series that have ended', async () => {
    const bank = await startBank((request, response) => sendCsv(response, csvFor(request.url)));
    const part = { id: '2004', from: dayOf('2004-01-01'), to: dayOf('2004-12-31') };
    const fetched = await bank.source.history.fetch(http, part);
    expect(fetched.ok && fetched.value.length).toBe(1);
    expect(bank.asked.map(codesOf)).toEqual([ALL]);
    expect(bank.asked[0]).toMatch(/&Datefrom=01\/Jan\/2004&Dateto=31\/Dec\/2004$/);
  });
});

interface Bank {
  readonly source: FixingSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startBank(listener: RequestListener): Promise<Bank> {
  const host = await startHost(listener);
  return { source: boe(new URL(host.url)), asked: host.asked };
}

/** Sends to the error page every list that has one of `refused` in it. */
function refusingCodes(refused: ReadonlySet<string>): RequestListener {
  return (request, response) => {
    if (codesOf(request.url).some((code) => refused.has(code))) {
      response.writeHead(302, { Location: '/boeapps/database/ErrorPage.asp?ei=1131' }).end();
    } else sendCsv(response, csvFor(request.url));
  };
}

function sendCsv(response: Parameters<RequestListener>[1], text: string): void {
  response.writeHead(200, { 'Content-Type': 'application/csv' }).end(text);
}

/** One day with a figure for each series asked. */
function csvFor(url: string | undefined): string {
  const codes = codesOf(url);
  return `DATE,${codes.join(',')}\r\n20 Mar 2026,${codes.map((_code, index) => `${index + 1}.5`).join(',')}\r\n`;
}

function codesOf(url: string | undefined): readonly string[] {
  return new URL(url ?? '', 'http://bank').searchParams.get('SeriesCodes')?.split(',') ?? [];
}

async function partsOf(from: string, to: string) {
  const parts = await boe().history.parts(http, { from: dayOf(from), to: dayOf(to) });
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
