import type { RequestListener } from 'node:http';

import { afterEach, describe, expect, it } from 'vitest';

import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { createClock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import { type LoopbackHost, startLoopbackHost } from '#lib/testing/loopback-host';

import { ecb } from './ecb.ts';
import type { FetchWindow, Source } from './source.ts';

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
    ['nothing is stored', null, '2026-02-12', 'eurofxref-hist.zip'],
    ['one publication is missing', '2026-02-10', '2026-02-11', 'eurofxref-daily.xml'],
    ['only a weekend is between', '2026-02-06', '2026-02-09', 'eurofxref-daily.xml'],
    ['nothing is missing', '2026-02-11', '2026-02-11', 'eurofxref-daily.xml'],
    ['two publications are missing', '2026-02-09', '2026-02-11', 'eurofxref-hist-90d.xml'],
    ['60 publications are missing', '2025-11-18', '2026-02-13', 'eurofxref-hist-90d.xml'],
    ['61 publications are missing', '2025-11-17', '2026-02-13', 'eurofxref-hist.zip'],
    ['years are missing', '2020-12-10', '2026-02-11', 'eurofxref-hist.zip'],
  ])('when %s', async (_name, stored, today, file) => {
    const bank = await startBank((request, response) => response.end(FILES[request.url ?? '']));
    const fetched = await bank.source.fetch(http, windowOf(stored, today));
    expect(fetched.ok).toBe(true);
    expect(bank.asked).toEqual([`/stats/eurofxref/${file}`]);
  });

  it('asks for the daily file conditionally, and answers an empty list when it has not changed', async () => {
    const bank = await startBank((request, response) => {
      response.setHeader('ETag', '"v1"');
      response.statusCode = request.headers['if-none-match'] === '"v1"' ? 304 : 200;
      response.end(response.statusCode === 200 ? DAILY_XML : undefined);
    });
    const window = windowOf('2026-02-10', '2026-02-11');
    const first = await bank.source.fetch(http, window);
    const [document] = first.ok ? first.value : [];
    if (document?.version === undefined) throw new Error('The first fetch gave no version.');
    const storedVersions = new Map([[document.url, document.version]]);
    expect(await bank.source.fetch(http, { ...window, storedVersions })).toEqual({ ok: true, value: [] });
  });
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

  it('is asked for the whole history in periods that leave no day out', async () => {
    const bank = await startBank((request, response) => {
      if (request.url?.startsWith('/stats') === true) response.writeHead(404).end();
      else response.end(SDMX_CSV);
    });
    const fetched = await bank.source.fetch(http, windowOf(null, '2026-02-11'));
    expect(fetched.ok && fetched.value.length).toBe(3);
    const periods = bank.asked
      .slice(1)
      .map((url) => url.replace(/.*startPeriod=(.*)&endPeriod=(.*)/, '$1 $2'));
    expect(periods).toEqual(['1999-01-04 2006-02-10', '2006-02-11 2016-02-11', '2016-02-12 2026-02-11']);
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

interface Bank {
  readonly source: Source;
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
