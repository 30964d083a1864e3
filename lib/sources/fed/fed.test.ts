import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';

import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import type { Documents, FetchWindow, FixingSource, HistoryPart } from '#lib/sources/source';
import { createClient, startHost, textOf } from '#lib/testing/wire/upstream-calls';

import { FRED_SERIES } from './fed-series.ts';
import { createSource as fed } from './source.ts';

const IDS = FRED_SERIES.map(({ id }) => id);
const FRED_PATH = '/graph/fredgraph.csv';
const DDP_PATH = '/datadownload/Output.aspx';
const DDP_CSV =
  '"Series Description","EURO AREA","JAPAN"\r\n"Time Period","RXI$US_N.B.EU","RXI_N.B.JA"\r\n2026-11-13,1.1612,154.5200';

const http = createClient();

describe('the Fed’s facts', () => {
  it('credits FRED in the words that it asks for', () => {
    expect(fed().attribution).toContain(
      'This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis',
    );
    expect(fed().terms).toContain('public domain');
  });

  it('expects a pair a series and reads from the first day of the release', () => {
    expect([fed().expectedPairs, fed().base, fed().firstDay, fed().history.firstDay]).toEqual([
      22,
      'USD',
      '1971-01-04',
      '1971-01-04',
    ]);
  });
});

describe('which document the Fed is asked for', () => {
  it.each([
    ['nothing is stored', null, '2026-09-21'],
    ['the last release is stored', '2026-11-13', '2026-10-21'],
    ['29 days are missing', '2026-10-22', '2026-10-21'],
    ['31 days are missing', '2026-10-20', '2026-10-20'],
    ['years are missing', '2019-05-31', '2019-05-31'],
  ])('when %s: FRED for all series, and at least the last 30 days', async (_name, stored, from) => {
    const publisher = await startPublisher({ fred: answerTable(IDS.length) });
    const fetched = await publisher.source.fetch(http, windowOf(stored, '2026-11-20'));
    expect(figuresOf(publisher.source, fetched)).toBe(22);
    expect(publisher.asked).toEqual([`${FRED_PATH}?id=${IDS.join(',')}&cosd=${from}&coed=2026-11-20`]);
  });

  it('asks FRED again for the series that a short answer lacks, and each answer is a plausible release', async () => {
    const publisher = await startPublisher({ fred: answerTable(12) });
    const fetched = await publisher.source.fetch(http, windowOf('2026-11-13', '2026-11-20'));
    expect(publisher.asked.map((url) => idsOf(url).length)).toEqual([22, 12]);
    expect(fetched.ok && fetched.value.length).toBe(2);
    const parsed = (fetched.ok ? fetched.value : []).map((document) => publisher.source.parse(document));
    const pairs = parsed.map((rows) =>
      rows.ok ? rows.value.figures.map(({ base, quote }) => base + quote) : [],
    );
    expect(pairs.map((list) => list.length)).toEqual([12, 12]);
    expect(new Set(pairs.flat()).size).toBe(22);
  });
});

describe('a series that FRED does not have', () => {
  it('is asked for once more, and the others count', async () => {
    const publisher = await startPublisher({ fred: answerTable(22, (id) => id !== 'DEXUSEU') });
    const fetched = await publisher.source.fetch(http, windowOf('2026-11-13', '2026-11-20'));
    expect(publisher.asked.map((url) => idsOf(url).length)).toEqual([22, 21]);
    expect(figuresOf(publisher.source, fetched)).toBe(21);
  });
});

describe('the second choice, the Board’s own download', () => {
  it.each<readonly [string, RequestListener]>([
    ['answers 404', (_request, response) => void response.writeHead(404).end()],
    ['answers an empty body', (_request, response) => void response.end()],
    ['answers an HTML page with 200', (_request, response) => void response.end('<html>Please wait</html>')],
    [
      'answers with the content type of a page',
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('x'),
    ],
    ['knows fewer than half of the series', answerTable(22, (id) => IDS.indexOf(id) < 10)],
    ['has rows without any figure', answerTable(22, () => true, '')],
    [
      'answers a monthly series',
      (_request, response) => void response.end('observation_date,EXUSEU\n2026-11-01,1.16\n'),
    ],
    [
      'redirects to another host',
      (_request, response) => void response.writeHead(302, { Location: 'https://example.org/' }).end(),
    ],
  ])('is asked for the same days when FRED %s', async (_name, fred) => {
    const publisher = await startPublisher({
      fred,
      board: (_request, response) => void response.end(DDP_CSV),
    });
    const fetched = await publisher.source.fetch(http, windowOf('2026-11-13', '2026-11-20'));
    const [document] = fetched.ok ? fetched.value : [];
    expect(document && textOf(document.body)).toBe(DDP_CSV);
    expect(figuresOf(publisher.source, fetched)).toBe(2);
    expect(publisher.asked.at(-1)).toBe(
      `${DDP_PATH}?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=10/21/2026&to=11/20/2026&filetype=csv&label=include&layout=seriescolumn&type=package`,
    );
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
      'an HTML page',
      (_request, response) => void response.end('<!DOCTYPE html><title>x</title>'),
      'unknown-layout',
      /status 404\. Second choice: The document is an HTML page/,
    ],
    [
      'a 503',
      (_request, response) => void response.writeHead(503).end(),
      'status',
      /status 404\. Second choice: .*status 503/,
    ],
  ])(
    'gives a failure that tells of both, never an empty week, for %s',
    async (_name, board, kind, sentence) => {
      const publisher = await startPublisher({ fred: notFound, board });
      const fetched = await publisher.source.fetch(http, windowOf('2026-11-13', '2026-11-20'));
      if (fetched.ok) throw new Error('The fetch did not fail.');
      expect(fetched.error.kind).toBe(kind);
      expect(fetched.error.sentence).toMatch(sentence);
    },
  );

  it('ends when it is told to', async () => {
    const publisher = await startPublisher({ fred: () => {} });
    const stop = new AbortController();
    const fetching = publisher.source.fetch(http, {
      ...windowOf('2026-11-13', '2026-11-20'),
      signal: stop.signal,
    });
    stop.abort();
    const fetched = await fetching;
    expect(fetched.ok || fetched.error.kind).toBe('aborted');
  });
});

describe('the Fed’s history', () => {
  it('comes in parts of five years, newest first, without a gap from the first day on', async () => {
    const parts = await partsOf('1900-01-01', '2026-11-20');
    expect(parts.map(({ id }) => id).slice(0, 2)).toEqual(['2025-2029', '2020-2024']);
    expect(parts.length).toBe(12);
    expect([parts[0]?.to, parts.at(-1)?.from, parts.at(-1)?.id]).toEqual([
      '2026-11-20',
      '1971-01-04',
      '1970-1974',
    ]);
    for (const [index, part] of parts.entries()) {
      expect(part.from <= part.to).toBe(true);
      const newer = parts[index - 1];
      if (newer !== undefined) expect(addDays(part.to, 1)).toBe(newer.from);
    }
  });

  it('is cut to the span, and its parts keep their names', async () => {
    expect(await partsOf('2019-12-30', '2020-01-02')).toEqual([
      { id: '2020-2024', from: '2020-01-01', to: '2020-01-02' },
      { id: '2015-2019', from: '2019-12-30', to: '2019-12-31' },
    ]);
    expect(await partsOf('1960-01-01', '1971-01-03')).toEqual([]);
  });

  it('asks for a part those series that had begun, and after FRED the Board', async () => {
    const publisher = await startPublisher({
      fred: notFound,
      board: (_request, response) => void response.end(DDP_CSV),
    });
    const fetched = await publisher.source.history.fetch(
      http,
      partOf('1970-1974', '1971-01-04', '1974-12-31'),
    );
    expect(fetched.ok).toBe(true);
    const [first = '', second = ''] = publisher.asked;
    expect(first).toMatch(/&cosd=1971-01-04&coed=1974-12-31$/);
    expect(idsOf(first).length).toBe(13);
    expect(idsOf(first).filter((id) => ['DEXUSEU', 'DEXCHUS', 'DEXMXUS'].includes(id))).toEqual([]);
    expect(second).toContain('from=01/04/1971&to=12/31/1974');
  });

  it('has nothing for a few days without a release, but five years without a figure are a failure', async () => {
    const publisher = await startPublisher({ fred: answerTable(22, () => true, ''), board: notFound });
    const { history } = publisher.source;
    const fewDays = await history.fetch(http, partOf('2025-2029', '2026-11-16', '2026-11-20'));
    expect(fewDays).toEqual({ ok: true, value: [] });
    const years = await history.fetch(http, partOf('2020-2024', '2020-01-01', '2024-12-31'));
    expect(years.ok ? '' : years.error.sentence).toMatch(/2020-01-01 to 2024-12-31 has no figure/);
  });
});

interface Publisher {
  readonly source: FixingSource;
  /** The paths asked for, in order. */
  readonly asked: readonly string[];
}

async function startPublisher(answers: {
  readonly fred: RequestListener;
  readonly board?: RequestListener;
}): Promise<Publisher> {
  const host = await startHost((request, response) => {
    const isFred = request.url?.startsWith(FRED_PATH) === true;
    (isFred ? answers.fred : (answers.board ?? notFound))(request, response);
  });
  return { source: fed(new URL(host.url)), asked: host.asked };
}

function notFound(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(404).end();
}

/** FRED as it answers: a column a series asked for, at most `columns`, with one figure each. */
function answerTable(
  columns: number,
  isKnown: (id: string) => boolean = () => true,
  figure = '1.1612',
): RequestListener {
  return (request, response) => {
    const ids = idsOf(request.url ?? '')
      .filter(isKnown)
      .slice(0, columns);
    response.setHeader('Content-Type', 'application/csv');
    response.end(`observation_date,${ids.join(',')}\n2026-11-13,${ids.map(() => figure).join(',')}\n`);
  };
}

function idsOf(url: string): readonly string[] {
  return /id=([^&]*)/.exec(url)?.[1]?.split(',') ?? [];
}

function figuresOf(source: FixingSource, fetched: Documents): number {
  if (!fetched.ok) throw new Error(fetched.error.sentence);
  return fetched.value.reduce((sum, document) => {
    const rows = source.parse(document);
    return sum + (rows.ok ? rows.value.figures.length : 0);
  }, 0);
}

async function partsOf(from: string, to: string): Promise<readonly HistoryPart[]> {
  const parts = await fed().history.parts(http, { from: dayOf(from), to: dayOf(to) });
  if (!parts.ok) throw new Error(parts.error.sentence);
  return parts.value;
}

function partOf(id: string, from: string, to: string): HistoryPart {
  return { id, from: dayOf(from), to: dayOf(to) };
}

function windowOf(newestStoredOn: string | null, today: string): FetchWindow {
  return { newestStoredOn: newestStoredOn === null ? null : dayOf(newestStoredOn), today: dayOf(today) };
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
