import { describe, expect, it } from 'vitest';

import { checkKindOf, type CheckVerdict, type PollFailureKind, type PollFindings } from './check-kind.ts';

const PASS: CheckVerdict = { kind: 'pass', reason: null };

describe('a poll that brought figures', () => {
  it.each<readonly [string, Partial<Answered>, CheckVerdict]>([
    ['brings all pairs at once', {}, PASS],
    ['brings 90 % of the pairs', { acceptedPairs: 27 }, PASS],
    ['brings more pairs than expected', { acceptedPairs: 40 }, PASS],
    ['takes half the time-out', { latencyMs: 7500 }, PASS],
    ['comes from a source of which no pairs are expected', { acceptedPairs: 0, expectedPairs: 0 }, PASS],
    ['takes longer than half the time-out', { latencyMs: 7501 }, soft('slow')],
    ['brings less than 90 % of the pairs', { acceptedPairs: 26 }, soft('few_pairs')],
    ['brings half of the pairs', { acceptedPairs: 15 }, soft('few_pairs')],
    ['has one figure quarantined', { quarantined: 1 }, soft('quarantined')],
    ['brings less than half of the pairs', { acceptedPairs: 14 }, hard('few_pairs')],
    ['has one inverted figure', { inverted: 1 }, hard('inverted_quote')],
    ['has a figure that the others contradict', { flagged: 1 }, soft('disagrees')],
    ['has most pairs held', { acceptedPairs: 3, quarantined: 27, heldPairs: 27 }, hard('quarantined')],
    ['holds a few of few', { acceptedPairs: 3, quarantined: 4, heldPairs: 4 }, hard('few_pairs')],
  ])('that %s is classified', (_name, part, verdict) => {
    expect(checkKindOf(answered(part))).toEqual(verdict);
  });

  it.each<readonly [Partial<Answered>, CheckVerdict]>([
    [{ inverted: 1, acceptedPairs: 0, quarantined: 3, latencyMs: 15_000 }, hard('inverted_quote')],
    [{ acceptedPairs: 0, quarantined: 3, latencyMs: 15_000 }, hard('few_pairs')],
    [{ acceptedPairs: 20, quarantined: 3, latencyMs: 15_000 }, soft('quarantined')],
    [{ acceptedPairs: 20, flagged: 2, latencyMs: 15_000 }, soft('few_pairs')],
    [{ flagged: 2, latencyMs: 15_000 }, soft('disagrees')],
  ])('names the gravest reason of several: %j', (part, verdict) => {
    expect(checkKindOf(answered(part))).toEqual(verdict);
  });
});

describe('a poll that brought none', () => {
  it('passes when the host still has the stored document, unless it was slow to say so', () => {
    expect(checkKindOf({ outcome: 'unchanged', latencyMs: 100, timeoutMs: 15_000 })).toEqual(PASS);
    expect(checkKindOf({ outcome: 'unchanged', latencyMs: 7501, timeoutMs: 15_000 })).toEqual(soft('slow'));
  });

  it.each([
    [429, soft('rate_limited')],
    [404, hard('http_status')],
    [418, hard('http_status')],
    [451, hard('http_status')],
    [503, hard('http_status')],
    [204, hard('http_status')],
  ])('for status %i is classified', (status, verdict) => {
    expect(checkKindOf({ outcome: 'refused', status })).toEqual(verdict);
  });

  it.each<PollFailureKind>(['timeout', 'dns', 'tls', 'connect', 'network', 'too_big', 'layout', 'defect'])(
    'because of %s is hard and says so',
    (failure) => {
      expect(checkKindOf({ outcome: 'failed', failure })).toEqual({ kind: 'hard', reason: failure });
    },
  );
});

type Answered = Extract<PollFindings, { outcome: 'answered' }>;

function answered(part: Partial<Answered>): Answered {
  return {
    outcome: 'answered',
    acceptedPairs: 30,
    expectedPairs: 30,
    quarantined: 0,
    heldPairs: 0,
    inverted: 0,
    flagged: 0,
    latencyMs: 200,
    timeoutMs: 15_000,
    ...part,
  };
}

function soft(reason: CheckVerdict['reason']): CheckVerdict {
  return verdict('soft', reason);
}

function hard(reason: CheckVerdict['reason']): CheckVerdict {
  return verdict('hard', reason);
}

function verdict(kind: 'soft' | 'hard', reason: CheckVerdict['reason']): CheckVerdict {
  if (reason === null) throw new Error('A check that is no pass has a reason.');
  return { kind, reason };
}
