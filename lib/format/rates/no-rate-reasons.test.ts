import { describe, expect, it } from 'vitest';
import type { NoRateReason } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { noRateReasons, noReasonsText, reasonText } from './no-rate-reasons.ts';

const BTC_USD = { from: 'BTC', to: 'USD' };
const KPW = { from: 'KPW', to: 'KPW' };

function aReason(reason: Partial<NoRateReason>): NoRateReason {
  return { kind: 'not_published', observedAt: null, ended: null, legalRates: [], ...reason };
}

function aComparison(reasons: Readonly<Partial<Record<SourceId, NoRateReason>>>) {
  const without = (Object.keys(reasons) as SourceId[]).flatMap((source) => {
    const reason = reasons[source];
    return reason ? [{ source, code: 'pair_unavailable' as const, message: '', reason }] : [];
  });
  return { ...BTC_USD, without };
}

const TOO_OLD = aReason({ kind: 'too_old', observedAt: '2026-11-24T12:00:30.000Z' });
const LATER_LAW = aReason({
  kind: 'no_law',
  legalRates: [{ code: 'GRD', anchor: 'EUR', firstDay: '2001-01-01', lastDay: null }],
});

describe('why a source had no rate on a day that is over', () => {
  it.each<readonly [NoRateReason, string]>([
    [aReason({}), 'it published no figure for the pair then'],
    [aReason({ kind: 'no_law' }), 'no law fixed the pair then'],
    [
      aReason({ kind: 'ended', ended: { code: 'GRD', lastDay: '2000-12-31' } }),
      'GRD had ended on 31 Dec 2000',
    ],
    [TOO_OLD, 'its latest figure by then, of 24 Nov 2026, 12:00 UTC, was too old'],
    [aReason({ kind: 'nothing_yet' }), 'it has no figures for that day or earlier'],
  ])('%o is told as: %s', (reason, text) => {
    expect(reasonText(reason, BTC_USD, 'day')).toBe(text);
  });
});

describe('why a source has no rate', () => {
  it.each<readonly [NoRateReason, string]>([
    [aReason({}), 'it publishes no current figure for the pair'],
    [aReason({ kind: 'no_law' }), 'no law fixes the pair'],
    [LATER_LAW, 'the legal rate of GRD to EUR is in force from 1 Jan 2001 only'],
    [aReason({ kind: 'ended', ended: { code: 'GRD', lastDay: '2000-12-31' } }), 'GRD ended on 31 Dec 2000'],
    [TOO_OLD, 'its newest figure, of 24 Nov 2026, 12:00 UTC, is too old to serve'],
    [aReason({ kind: 'held' }), 'its newest figure is held for review'],
    [aReason({ kind: 'nothing_yet' }), 'it has no figures here yet'],
  ])('%o is told as: %s', (reason, text) => {
    expect(reasonText(reason, BTC_USD)).toBe(text);
  });

  it('names each span of days on which law fixed a rate', () => {
    const legalRates = [
      { code: 'BGN', anchor: 'EUR', firstDay: '1999-01-01', lastDay: '2025-12-31' },
      { code: 'XOF', anchor: 'EUR', firstDay: '2027-01-01', lastDay: null },
    ];
    expect(reasonText(aReason({ kind: 'no_law', legalRates }), BTC_USD)).toBe(
      'the legal rate of BGN to EUR is in force from 1 Jan 1999 to 31 Dec 2025 only, the legal rate of XOF to EUR is in force from 1 Jan 2027 only',
    );
  });

  it('names the currency where a currency alone is asked for', () => {
    expect(reasonText(aReason({}), KPW)).toBe('it publishes no current figure of KPW');
    expect(reasonText(aReason({ kind: 'no_law' }), KPW)).toBe('no law fixes KPW');
  });

  it('is about every day where a history is asked for', () => {
    expect(reasonText(aReason({}), BTC_USD, 'history')).toBe('it publishes no figures for the pair');
    expect(reasonText(aReason({ kind: 'no_law' }), BTC_USD, 'history')).toBe('no law ever fixed the pair');
    expect(reasonText(aReason({}), KPW, 'history')).toBe('it publishes no figures of KPW');
  });
});

describe('the sources without a rate', () => {
  const comparison = aComparison({
    ecb: aReason({}),
    fixed: aReason({ kind: 'no_law' }),
    'crypto-exchange': TOO_OLD,
    'web-search': aReason({}),
  });

  it('begin with the one that has the figure at other times; the others keep their order', () => {
    expect(noRateReasons(comparison, null).flatMap(({ sources }) => sources)).toEqual([
      'crypto-exchange',
      'ecb',
      'web-search',
      'fixed',
    ]);
    const ofLaw = aComparison({ ecb: aReason({}), fixed: LATER_LAW });
    expect(noRateReasons(ofLaw, null).flatMap(({ sources }) => sources)).toEqual(['fixed', 'ecb']);
  });

  it('share a line where they share the reason, which is then told of all of them', () => {
    const waiting = aReason({ kind: 'nothing_yet' });
    const [first, ...others] = noRateReasons(aComparison({ ecb: waiting, fed: waiting, boe: waiting }), null);
    expect(first).toEqual({
      sources: ['ecb', 'fed', 'boe'],
      who: 'European Central Bank, Federal Reserve and Bank of England',
      why: 'they have no figures here yet',
    });
    expect(others).toEqual([]);
  });

  it.each<readonly [NoRateReason, string]>([
    [aReason({}), 'they publish no current figure for the pair'],
    [TOO_OLD, 'their newest figures, of 24 Nov 2026, 12:00 UTC, are too old to serve'],
    [aReason({ kind: 'held' }), 'their newest figures are held for review'],
  ])('%o of two is told as: %s', (reason, why) => {
    const [shared] = noRateReasons(aComparison({ ecb: reason, fed: reason }), null);
    expect(shared?.why).toBe(why);
  });

  it('keep a line of their own where only the instant differs', () => {
    const older = aReason({ kind: 'too_old', observedAt: '2026-11-23T12:00:30.000Z' });
    expect(noRateReasons(aComparison({ ecb: TOO_OLD, fed: older }), null)).toHaveLength(2);
  });

  it('are the chosen ones alone', () => {
    expect(noRateReasons(comparison, ['ecb'], 'history')).toEqual([
      { sources: ['ecb'], who: 'European Central Bank', why: 'it publishes no figures for the pair' },
    ]);
    expect(noRateReasons(comparison, ['boe'])).toEqual([]);
  });
});

describe('without any reason', () => {
  it('the reasons could not be loaded', () => {
    expect(noReasonsText(null, null)).toBe('The reasons could not be loaded.');
    expect(noReasonsText(null, ['ecb'])).toBe('The reasons could not be loaded.');
    expect(noReasonsText({ rates: [], without: [] }, null)).toBe('The reasons could not be loaded.');
  });

  it('a chosen source that is in no list of the comparison is not shown here', () => {
    const { without } = aComparison({ fed: aReason({}) });
    expect(noReasonsText({ rates: [], without }, ['ecb', 'boe'])).toBe(
      'This server shows no figures from the European Central Bank or the Bank of England.',
    );
    expect(noReasonsText({ rates: [], without }, ['fed'])).toBe('The reasons could not be loaded.');
  });
});
