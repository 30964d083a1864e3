import { expect, it } from 'vitest';
import type { PollOutcome } from './poll-context.ts';
import { createSource as boj } from '#lib/sources/boj/source';

import { createValidationLog } from './poll-log.ts';

it('names the rules once when they begin to refuse, in every poll for those who debug, and says when it is over', () => {
  const lines: (readonly [string, object, string])[] = [];
  const level = (name: string) => (facts: object, text: string) => void lines.push([name, facts, text]);
  const listen = createValidationLog({ warn: level('warn'), debug: level('debug'), info: level('info') });
  const refusals = [{ rule: 'not_a_number', n: 2, example: '2026-11-17 USD/JPY "NaN"' }];
  listen(boj(), anOutcome({}));
  listen(boj(), anOutcome({ refusals }));
  listen(boj(), anOutcome({ refusals }));
  const holds = [{ rule: 'jump', n: 1, example: '2026-11-18 USD/JPY "15.4"' }];
  listen(boj(), anOutcome({ refusals, holds }));
  listen(boj(), anOutcome({}));
  listen(boj(), anOutcome({}));
  const stopped = 'figures were refused or held';
  expect(lines).toEqual([
    ['warn', { source: 'boj', refusals, held: [] }, stopped],
    ['debug', { source: 'boj', refusals, held: [] }, stopped],
    ['warn', { source: 'boj', refusals, held: holds }, stopped],
    ['info', { source: 'boj' }, 'nothing of the source is refused or held any more'],
  ]);
});

function anOutcome(part: Partial<PollOutcome>): PollOutcome {
  return {
    kind: 'pass',
    reason: null,
    sentence: null,
    status: 'operational',
    imported: 0,
    revised: 0,
    rejected: 0,
    refusals: [],
    held: 0,
    holds: [],
    latencyMs: 1,
    ...part,
  };
}
