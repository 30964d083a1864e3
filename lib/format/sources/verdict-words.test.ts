import { describe, expect, it } from 'vitest';
import type { Health } from '#lib/domain/health/source-health';
import type { SourceId } from '#lib/domain/source-id';
import {
  boardTitle,
  consequenceText,
  currentTrouble,
  failingFirst,
  startingText,
  troubleSentence,
  verdictText,
  verdictTitle,
} from './verdict-words.ts';

const NOON = new Date('2026-04-13T12:10:00Z');

/** Named in the order of priority, so that a sentence can be written down. */
const SOURCES: readonly SourceId[] = [
  'ecb',
  'boe',
  'fed',
  'boj',
  'fixed',
  'crypto-exchange',
  'web-finance',
  'charting-platform',
  'web-search',
];

const sourcesOf = (...states: readonly Health[]) =>
  states.map((status, index) => ({ status, heldHistory: null, id: SOURCES[index] ?? 'fixed' }));

const part = (service: 'api' | 'database' | 'ingest', status: Health) => ({
  service,
  status,
  latencyMs: 1,
  lastCheckedAt: NOON.toISOString(),
  changedAt: NOON.toISOString(),
});

describe('what every page says', () => {
  const W = 'operational';
  const D = 'degraded';
  const O = 'outage';

  it('tells of some sources which are worst, and nothing where all are well', () => {
    const told = (...states: readonly Health[]) =>
      troubleSentence(states.map((status, index) => ({ status, source: SOURCES[index] ?? 'fixed' })));
    expect(told(W, W)).toBeNull();
    expect(told(W, D)).toBe('The Bank of England is degraded.');
    expect(told(D, O, O)).toBe('The Bank of England and the Federal Reserve are in outage.');
    expect(told(O, O, O)).toBe('Three sources are in outage.');
  });

  it('tells every page the worst that is wrong now, by name', () => {
    const told = (states: readonly Health[], ...services: ReturnType<typeof part>[]) => {
      const sources = states.map((status, index) => ({
        ...part('api', status),
        source: SOURCES[index] ?? 'fixed',
      }));
      return currentTrouble({ sources, services });
    };
    expect(told([W, W], part('ingest', W))).toBeNull();
    expect(told([D, O], part('database', O))).toEqual({
      state: 'outage',
      name: 'BoE',
      words: 'in outage',
    });
    expect(told([D, W], part('database', O))).toEqual({
      state: 'outage',
      name: 'database',
      words: 'in outage',
    });
    expect(told([D, W], part('ingest', D))).toEqual({
      state: 'degraded',
      name: 'ECB',
      words: 'degraded',
    });
    expect(told([W, W], part('ingest', D))).toEqual({
      state: 'degraded',
      name: 'polling',
      words: 'degraded',
    });
  });
});

describe('the verdict', () => {
  const said = (...states: readonly Health[]) => verdictText({ sources: sourcesOf(...states), services: [] });
  const W = 'operational';
  const D = 'degraded';
  const O = 'outage';

  it('is one sentence that counts every state', () => {
    expect(said(W, W, W, W, W, W, D, D, O)).toBe(
      'Google Finance is in outage, Yahoo Finance and TradingView are degraded; six of nine sources are operational.',
    );
    expect(said(W, D, D)).toBe(
      'The Bank of England and the Federal Reserve are degraded; one of three sources is operational.',
    );
    expect(said(D, O)).toBe('The Bank of England is in outage, the European Central Bank is degraded.');
    expect(said(O, O, W, O)).toBe('Three of four sources are in outage; one is operational.');
    expect(said(W, W)).toBe('Both sources are operational.');
    expect(said(O, O, O)).toBe('All three sources are in outage.');
    expect(said(D)).toBe('The one source is degraded.');
    expect(verdictTitle(sourcesOf(W, D, O))).toBe('Federal Reserve in outage');
    expect(verdictTitle(sourcesOf(D, W, D))).toBe('European Central Bank and Federal Reserve degraded');
    expect(verdictTitle(sourcesOf(O, O, W, O))).toBe('Three of four sources in outage');
    expect(verdictTitle(sourcesOf(W, W))).toBe('All sources operational');
  });

  it('names a part of the service that is not well', () => {
    const services = [part('api', W), part('database', O), part('ingest', D)];
    expect(verdictText({ sources: sourcesOf(W, W), services })).toBe(
      'Both sources are operational; the database is in outage; polling is degraded.',
    );
  });

  it('puts what fails before the rest, each in its order', () => {
    expect(failingFirst(sourcesOf(W, D, O, W, O)).map(({ id }) => id)).toEqual([
      'fed',
      'fixed',
      'boe',
      'ecb',
      'boj',
    ]);
  });
});

describe('the verdict on sources whose history is held', () => {
  it('does not call everything operational above a history that is held, and names whose it is', () => {
    const [ecb, boe, fed] = sourcesOf('operational', 'operational', 'operational').map((source) => ({
      ...source,
      heldHistory: 'Most are missing.',
    }));
    const [, ...wells] = sourcesOf('operational', 'operational', 'operational');
    if (!ecb || !boe || !fed) throw new Error('There are three sources.');
    const verdictOf = (...sources: Parameters<typeof verdictText>[0]['sources']) => [
      verdictText({ sources, services: [] }),
      verdictTitle(sources),
    ];
    expect(verdictOf(ecb, ...wells)).toEqual([
      'All three sources answer; the history of the European Central Bank is held.',
      'History of European Central Bank held',
    ]);
    expect(verdictOf(ecb, boe, fed)).toEqual([
      'All three sources answer; the history of three of three sources is held.',
      'History of three of three sources held',
    ]);
    expect(verdictOf(ecb, ...sourcesOf('operational', 'outage').slice(1))).toEqual([
      'The Bank of England is in outage; one of two sources is operational; the history of the European Central Bank is held.',
      'Bank of England in outage',
    ]);
  });
});

describe('the consequence of faults', () => {
  it('is said in numbers for those who ask for rates', () => {
    const none = { count: 0, examples: [] };
    const impact = { pairs: 30, none, stale: none, instead: [] };
    expect(consequenceText(null)).toBe('The figures of every source are on time.');
    expect(consequenceText(impact)).toBe('Every pair still has a current rate.');
    expect(
      consequenceText({
        ...impact,
        none: { count: 4, examples: ['EUR/ISK'] },
        stale: { count: 1, examples: ['EUR/NOK'] },
        instead: [
          { source: 'boe', count: 5 },
          { source: 'boj', count: 2 },
        ],
      }),
    ).toBe(
      'Four pairs have no rate. One pair has only a stale rate. Seven pairs have a rate of another source instead. All others have a current one.',
    );
    expect(consequenceText({ ...impact, pairs: 4, none: { count: 4, examples: [] } })).toBe(
      'Four pairs have no rate.',
    );
    expect(consequenceText({ ...impact, pairs: 0 })).toBe(
      'What fails has given no figure yet, so no rate depends on it.',
    );
  });
});

describe('a service that starts', () => {
  const source = (cadence: 'fixing' | 'law', checkedAt: string | null) => ({ cadence, checkedAt });
  const AT = '2026-04-13T12:10:00.000Z';

  it('says so until every source that is polled was checked once', () => {
    const [law, checked, unchecked] = [source('law', null), source('fixing', AT), source('fixing', null)];
    expect(startingText([law, unchecked])).toBe('Starting: the one source has not been checked yet.');
    expect(startingText([law, unchecked, unchecked])).toBe(
      'Starting: both sources have not been checked yet.',
    );
    expect(startingText([unchecked, unchecked, checked])).toBe(
      'Starting: two of three sources have not been checked yet.',
    );
    expect(startingText([unchecked, checked, law])).toBe(
      'Starting: one of two sources has not been checked yet.',
    );
    expect(startingText([law, checked])).toBeNull();
  });
});

describe('the title of the board', () => {
  it('tells the state, and of an old report its age alone', () => {
    const checked = {
      cadence: 'fixing',
      checkedAt: '2026-04-13T12:10:00.000Z',
      heldHistory: null,
    } as const;
    const sources = [
      { id: 'ecb', status: 'operational', ...checked },
      { id: 'boe', status: 'outage', ...checked },
    ] as const;
    expect(boardTitle(sources, null)).toBe('Bank of England in outage · Status · Crossrate');
    const begun = [...sources, { id: 'boj', status: 'degraded', ...checked, checkedAt: null }] as const;
    expect(boardTitle(begun, null)).toBe('Starting · Status · Crossrate');
    expect(boardTitle(sources, 185_000)).toBe('Last report 3 min old · Status · Crossrate');
  });
});
