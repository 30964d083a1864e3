import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#lib/domain/durations';
import type { SourceId } from '#lib/domain/source-id';
import { loadDocument } from '#lib/ingest/history/load-document';
import { pollSource } from '#lib/ingest/poll/poll-source';
import type { HttpBody, HttpClient, NotModified } from '#lib/platform/http-client';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

/** A Thursday afternoon on which every publisher has published and every market is open. */
const START = '2026-11-19T16:30:00Z';

describe('a series that the publisher withdraws', () => {
  it.each<readonly [SourceId, string, Edit]>([
    ['ecb', 'EUR/ISK', (text) => text.replaceAll(/<Cube currency=.ISK. [^>]*>/g, '')],
    ['boe', 'GBP/PLN', withoutColumn('XUDLBK47')],
    ['fed', 'USD/BRL', withoutColumn('DEXBZUS')],
    ['boj', 'EUR/USD', (text) => text.replace(/,\n\{\n"SERIES_CODE":"FXERD34"[^]*?\n\}\n\}/, '')],
    ['web-finance', 'USD/HKD', (text) => text.replaceAll(/"USDHKD=X":\{[^}]*\},?/g, '').replace(',}', '}')],
    ['charting-platform', 'USD/HKD', (text) => text.replace(/\{"s":"FX_IDC:USDHKD"[^}]*\},/, '')],
    ['web-search', 'USD/INR', (text) => (text.includes('"USD / INR",3') ? '<html></html>' : text)],
  ])('costs %s no other one, and %s is named', async (id, pair, edit) => {
    const world = await openWorld();
    expect(await world.poll(id)).toMatchObject({ status: 'operational', refusals: [] });
    world.moveBy(id === 'ecb' ? 4 * 24 * 60 * MINUTE_MS : 5 * MINUTE_MS);
    const before = pairsOf(world, id);
    const outcome = await pollEdited(world, id, edit);
    expect(outcome?.kind).not.toBe('hard');
    expect(outcome?.refusals).toEqual([
      { rule: 'missing_series', n: 1, example: `${pair}: in no document of the poll` },
    ]);
    if (id !== 'fed' && id !== 'boe' && id !== 'boj') return;
    expect(pairsOf(world, id)).toEqual(before);
  });
});

it('a series that the Bank of Japan does not know any more, for which it refuses the whole list, costs the other nothing', async () => {
  const world = await openWorld();
  const outcome = await pollEdited(world, 'boj', (text, url) =>
    url.includes('FXERD34')
      ? '{"STATUS":400,"MESSAGEID":"M181013E","MESSAGE":"The specified series code does not exist. : code No. 2"}'
      : text,
  );
  expect(outcome).toMatchObject({ kind: 'soft', refusals: [{ rule: 'missing_series', n: 1 }] });
  expect(pairsOf(world, 'boj')).toEqual(['USD/JPY']);
});

describe('a history with a bad row and a text for a number', () => {
  it('is loaded but for these, which are named', async () => {
    const world = await openWorld();
    const now = world.clock.service();
    const rows = [
      'DATE,XUDLUSS,XUDLERS',
      '17 Mar 2026,1.3343,n.d.',
      '18 Mar 2026,1.3323,1,1572',
      '19 Mar 2026,1.3359,1.1574',
    ];
    const loaded = await loadDocument(
      { source: world.source('boe'), listed: world.sources, store: world.store, now, origin: 'import' },
      { url: 'file:iadb.csv', body: new TextEncoder().encode(`${rows.join('\r\n')}\r\n`), fetchedAt: now },
    );
    expect(loaded).toMatchObject({
      ok: true,
      value: {
        imported: 3,
        rejected: [
          { rule: 'not_a_number', detail: '2026-03-17 GBP/EUR "n.d."' },
          { rule: 'unreadable_series', detail: 'row 2 ("18 Mar 2026"): 4 cells where the header has 3' },
        ],
      },
    });
  });
});

describe('two parts of a poll', () => {
  it('that answer alike count once, and what none of them has is named', async () => {
    const world = await openWorld();
    let first = '';
    const outcome = await pollEdited(world, 'web-finance', (text) => (first ||= text));
    expect(outcome).toMatchObject({ kind: 'soft', imported: 20 });
    expect(outcome?.refusals).toEqual([expect.objectContaining({ rule: 'missing_series', n: 20 })]);
  });

  it('of which one brings what was not asked for lose that alone, named', async () => {
    const world = await openWorld();
    const outcome = await pollEdited(world, 'charting-platform', (text) =>
      text.replace('"data":[', '"data":[{"s":"FX_IDC:GBPCHF","d":[1.13]},'),
    );
    expect(outcome).toMatchObject({ status: 'operational' });
    expect(outcome?.refusals).toEqual([
      { rule: 'unasked_series', n: 2, example: expect.stringMatching(/ GBP\/CHF "1\.13"$/) },
    ]);
  });

  it('that differ let the newer quote count, and none of two of one instant', async () => {
    const world = await openWorld();
    const quotes = (price: number, seconds: number) =>
      `{"EURUSD=X":{"symbol":"EURUSD=X","timestamp":[${seconds}],"close":[${price}]},"USDJPY=X":{"symbol":"USDJPY=X","timestamp":[${AT_SECONDS}],"close":[${155 + price}]}}`;
    const answers = [quotes(1.15, AT_SECONDS), quotes(1.16, AT_SECONDS + 60)];
    const outcome = await pollEdited(world, 'web-finance', () => answers.shift() ?? '');
    expect(outcome?.refusals).toContainEqual(expect.objectContaining({ rule: 'duplicate', n: 2 }));
    expect(outcome).toMatchObject({ kind: 'hard', reason: 'few_pairs' });
  });
});

const AT_SECONDS = Date.parse(START) / 1000 - 600;

type Edit = (text: string, url: string) => string;

function withoutColumn(code: string): Edit {
  return (text) => {
    const rows = text.split('\n').map((row) => row.split(','));
    const place = (rows[0] ?? []).findIndex((cell) => cell.trim() === code);
    return place === -1 ? text : rows.map((row) => row.filter((_, at) => at !== place).join(',')).join('\n');
  };
}

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** Polls once while every document is edited on its way. */
function pollEdited(world: PolledWorld, id: SourceId, edit: Edit) {
  const { http } = world.context;
  const edited = <Answer extends HttpBody | NotModified>(answer: Answer): Answer =>
    answer.kind === 'body'
      ? { ...answer, body: new TextEncoder().encode(edit(new TextDecoder().decode(answer.body), answer.url)) }
      : answer;
  const client: HttpClient = {
    get: async (url, options) => {
      const answer = await http.get(url, options);
      return answer.ok ? { ok: true, value: edited(answer.value) } : answer;
    },
    getIfChanged: async (url, version, options) => {
      const answer = await http.getIfChanged(url, version, options);
      return answer.ok ? { ok: true, value: edited(answer.value) } : answer;
    },
  };
  return pollSource(world.source(id), { ...world.context, http: client });
}

function pairsOf(world: PolledWorld, id: SourceId): readonly string[] {
  return [
    ...(world
      .snapshot()
      .sources.find((source) => source.id === id)
      ?.publications[0]?.figures.keys() ?? []),
  ].toSorted();
}
