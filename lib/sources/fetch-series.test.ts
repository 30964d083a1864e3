import { describe, expect, it } from 'vitest';

import { ok } from '#lib/domain/result';

import { pauseCalls } from './fetch-document.ts';
import { fetchSeries } from './fetch-series.ts';
import { type Documents, unknownLayout } from './source.ts';

const SERIES: readonly { readonly code: string }[] = ['A', 'B', 'C', 'D'].map((code) => ({ code }));

describe('series that are asked one by one', () => {
  it('are asked after a pause each', async () => {
    const steps: string[] = [];
    await fetchSeries({
      series: SERIES.slice(0, 2),
      ask: (some) => {
        steps.push(some.map(({ code }) => code).join());
        return Promise.resolve<Documents>(some.length > 1 ? unknownLayout('No.') : ok([]));
      },
      mayBeOneCode: () => true,
      pause: () => {
        steps.push('pause');
        return Promise.resolve();
      },
    });
    expect(steps).toEqual(['A,B', 'pause', 'A', 'pause', 'B']);
  });

  it('are not asked when the refusal is about something else, and no more when the call is stopped', async () => {
    const asked: number[] = [];
    const refuse = (isStopped: boolean) => (some: typeof SERIES) => {
      asked.push(some.length);
      const error = { kind: 'aborted', sentence: 'It was stopped.' } as const;
      return Promise.resolve<Documents>(
        isStopped && some.length === 1 ? { ok: false, error } : unknownLayout('No.'),
      );
    };
    const pause = () => pauseCalls(0, undefined);
    await fetchSeries({ series: SERIES, ask: refuse(false), mayBeOneCode: () => false, pause });
    expect(asked.splice(0)).toEqual([4]);
    const stopped = await fetchSeries({ series: SERIES, ask: refuse(true), mayBeOneCode: () => true, pause });
    expect(asked).toEqual([4, 1]);
    expect(stopped.ok ? '' : stopped.error.kind).toBe('aborted');
  });
});
