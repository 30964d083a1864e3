import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { createClock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import type { FetchWindow, FixingSource } from '#lib/sources/source';
import { type LoopbackHost, startLoopbackHost } from '#lib/testing/wire/loopback-host';

import { createSource as ecb } from './source.ts';

const DAILY_XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<Cube><Cube time='2026-02-11'><Cube currency='USD' rate='1.1900'/></Cube></Cube>
</gesmes:Envelope>`;
const HISTORY_CSV = 'Date,USD,\n2026-02-11,1.19,\n1999-01-04,1.1789,\n';
const SDMX_CSV = 'KEY,TIME_PERIOD,OBS_VALUE\nEXR.D.USD.EUR.SP00.A,2026-02-11,1.19\n';

const FILES: Readonly<Record<string, string>> = {
  '/stats/eurofxref/eurofxref-daily.xml': DAILY_XML,
  '/stats/eurofxref/eurofxref-hist-90d.xml': DAILY_XML,
  '/stats/eurofxref/eurofxref-hist.zip': HISTORY_CSV,
};

const WHOLE = { id: 'eurofxref-hist', from: dayOf('1999-01-04'), to: dayOf('2026-02-11') };

const http = createHttpClient({
  clock: createClock(new Date('2026-02-12T16:00:00Z')),
  userAgent: 'Crossrate test',
  limits: { backoffMs: 1 },
});

const hosts: LoopbackHost[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

describe('which document the ECB is asked for', () => {
  it.each([
    ['nothing is stored', null, '2026-02-12', 'eurofxref-hist-90d.xml'],
    ['one publication is missing', '2026-02-10', '2026-02-11', 'eurofxref-daily.xml'],
    ['only a weekend is between', '2026-02-06', '2026-02-09', 'eurofxref-daily.xml'],
    ['nothing is missing', '2026-02-11', '2026-02-11', 'eurofxref-daily.xml'],
    ['two publications are missing', '2026-02-09', '2026-02-11', 'eurofxref-hist-90d.xml'],
    ['years are missing, which the history has', '2020-12-10', '2026-02-11', 'eurofxref-hist-90d.xml'],
    ['it is Saturday and nothing is missing', '2026-02-13', '2026-02-14', 'eurofxref-hist-90d.xml'],
    ['it is Sunday', '2026-02-13', '2026-02-15', 'eurofxref-daily.xml'],
    ['only the days of Easter are between', '2026-04-02', '2026-04-07', 'eurofxref-daily.xml'],
  ])('when %s', async (_name, stored, today, file) => {
    const bank = await startBank((request, response) => response.end(FILES[request.url ?? '']));
    const fetched = await bank.source.fetch(http, windowOf(stored, today));
    expect(fetched.ok).toBe(true);
    expect(bank.asked).toEqual([`/stats/eurofxref/${file}`]);
  });

  it.each([
    ['daily', '2026-02-10', '2026-02-11'],
    ['90-day', '2026-02-13', '2026-02-14'],
  ])(
    'asks for the %s file conditionally, and answers an empty list when it has not changed',
    async (_name, stored, today) => {
      const bank = await startBank((request, response) => {
        response.setHeader('ETag', '"v1"');
        response.statusCode = request.headers['if-none-match'] === '"v1"' ? 304 : 200;
        response.end(response.statusCode === 200 ? DAILY_XML : undefined);
      });
      const window = windowOf(stored, today);
      const first = await bank.source.fetch(http, window);
      const [document] = first.ok ? first.value : [];
      if (document?.version === undefined) throw new Error('The first fetch gave no version.');
      const storedVersions = new Map([[document.url, document.version]]);
      expect(await bank.source.fetch(http, { ...window, storedVersions })).toEqual({ ok: true, value: [] });
    },
  );
});

describe('the second choice, SDMX', () => {
  it.each<readonly [string, RequestListener]>([
    ['answers 404', (_request, response) => void response.writeHead(404).end()],
    ['answers an HTML page with 200', (_request, response) => void response.end('<html>Please wait</html>')],
    [
      'answers with the content type of a page',
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(DAILY_XML),
    ],
    ['answers an empty body', (_request, response) => void response.end()],
  ])('is asked from the newest stored day on when the file %s', async (_name, answerFile) => {
    const bank = await startBank((request, response) => {
      if (request.url?.startsWith('/stats') === true) answerFile(request, response);
      else
        response
          .writeHead(200, { 'Content-Type': 'application/vnd.sdmx.data+csv;version=1.0.0' })
          .end(SDMX_CSV);
    });
    const fetched = await bank.source.fetch(http, windowOf('2026-02-10', '2026-02-11'));
    const [document] = fetched.ok ? fetched.value : [];
    if (document === undefined) throw new Error('Nothing was fetched.');
    expect(new TextDecoder().decode(document.body)).toBe(SDMX_CSV);
    expect(bank.asked.at(-1)).toBe(
      '/service/data/EXR/D..EUR.SP00.A?format=csvdata&detail=dataonly&startPeriod=2026-02-10&endPeriod=2026-02-11',
    );
  });

  it('is asked for the last 90 days when nothing is stored', async () => {
    const bank = await startBank((request, response) => {
      if (request.url?.startsWith('/stats') === true) response.writeHead(404).end();
      else response.end(SDMX_CSV);
    });
    expect((await bank.source.fetch(http, windowOf(null, '2026-02-11'))).ok).toBe(true);
    expect(bank.asked.slice(1).map(periodOf)).toEqual(['2025-11-13 2026-02-11']);
  });

  it('is not asked when the call was stopped', async () => {
    const controller = new AbortController();
    const bank = await startBank((_request, response) => {
      controller.abort();
      response.writeHead(404).end();
    });
    const { signal } = controller;
    const fetched = await bank.source.fetch(http, { ...windowOf(null, '2026-02-11'), signal });
    expect(fetched.ok ? '' : fetched.error.kind).toBe('aborted');
    expect(await bank.source.history.fetch(http, WHOLE, signal)).toEqual(fetched);
    expect(bank.asked).toEqual(['/stats/eurofxref/eurofxref-hist-90d.xml']);
  });
});

describe('the history of the ECB', () => {
  it('is one part, cut to the days that the bank has', async () => {
    expect(await partsOf('1990-01-01', '2026-02-11')).toEqual([WHOLE]);
    expect(await partsOf('2020-05-01', '2026-02-11')).toEqual([{ ...WHOLE, from: '2020-05-01' }]);
    expect(await partsOf('1990-01-01', '1999-01-03')).toEqual([]);
  });

  it('is the whole file, asked unconditionally', async () => {
    const conditions: unknown[] = [];
    const bank = await startBank((request, response) => {
      conditions.push(request.headers['if-none-match'], request.headers['if-modified-since']);
      response.writeHead(200, { ETag: '"v1"' }).end(HISTORY_CSV);
    });
    for (const part of [WHOLE, { ...WHOLE, from: dayOf('2026-02-02') }]) {
      const fetched = await bank.source.history.fetch(http, part);
      const [document] = fetched.ok ? fetched.value : [];
      if (document === undefined) throw new Error('Nothing was fetched.');
      const figures = bank.source.parse(document);
      expect(figures.ok && figures.value.figures.map(({ rate }) => rate)).toEqual(['1.19', '1.1789']);
    }
    expect(bank.asked).toEqual(Array(2).fill('/stats/eurofxref/eurofxref-hist.zip'));
    expect(conditions).toEqual(Array(4).fill(undefined));
  });

  it('is asked of SDMX in periods that leave no day of the part out when the file fails', async () => {
    const bank = await startBank((request, response) => {
      if (request.url?.startsWith('/stats') === true) response.writeHead(404).end();
      else response.end(SDMX_CSV);
    });
    const fetched = await bank.source.history.fetch(http, WHOLE);
    expect(fetched.ok && fetched.value.length).toBe(3);
    expect(bank.asked.slice(1).map(periodOf)).toEqual([
      '1999-01-04 2006-02-10',
      '2006-02-11 2016-02-11',
      '2016-02-12 2026-02-11',
    ]);
    await bank.source.history.fetch(http, { ...WHOLE, from: dayOf('2026-02-02') });
    expect(bank.asked.slice(5).map(periodOf)).toEqual(['2026-02-02 2026-02-11']);
  });

  it('is a failure that tells of both choices when both fail', async () => {
    const bank = await startBank((_request, response) => response.writeHead(404).end());
    const fetched = await bank.source.history.fetch(http, WHOLE);
    expect(fetched.ok ? '' : fetched.error.sentence).toMatch(/status 404\. Second choice: .*status 404/);
  });
});

describe('when both choices fail', () => {
  it.each<readonly [string, RequestListener, string, RegExp]>([
    [
      'an empty 200',
      (_request, response) => void response.end(),
      'unknown-layout',
      /status 404\. Second choice: The document is empty/,
    ],
    [
      'a 404',
      (_request, response) => void response.writeHead(404).end(),
      'status',
      /status 404\. Second choice: .*status 404/,
    ],
  ])(
    'gives a failure that tells of both choices, never an empty day, for %s',
    async (_name, answer, kind, sentence) => {
      const bank = await startBank((request, response) => {
        if (request.url?.startsWith('/stats') === true) response.writeHead(404).end();
        else answer(request, response);
      });
      const fetched = await bank.source.fetch(http, windowOf('2026-02-10', '2026-02-11'));
      if (fetched.ok) throw new Error('The fetch did not fail.');
      expect(fetched.error.kind).toBe(kind);
      expect(fetched.error.sentence).toMatch(sentence);
    },
  );
});

/** The first and the last day of a question to SDMX. */
function periodOf(url: string): string {
  return url.replace(/.*startPeriod=(.*)&endPeriod=(.*)/, '$1 $2');
}

async function partsOf(from: string, to: string) {
  const parts = await ecb().history.parts(http, { from: dayOf(from), to: dayOf(to) });
  if (!parts.ok) throw new Error(parts.error.sentence);
  return parts.value;
}

interface Bank {
  readonly source: FixingSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startBank(listener: RequestListener): Promise<Bank> {
  const host = await startLoopbackHost(listener);
  hosts.push(host);
  return { source: ecb(new URL(host.url)), asked: host.asked };
}

function windowOf(newestStoredOn: string | null, today: string): FetchWindow {
  return { newestStoredOn: newestStoredOn === null ? null : dayOf(newestStoredOn), today: dayOf(today) };
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
