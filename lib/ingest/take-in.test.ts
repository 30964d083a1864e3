import { expect, it } from 'vitest';
import { fail, ok } from '#lib/domain/result';

import { OVERTAKEN, type Steps, takeIn } from './take-in.ts';

/** Steps that write down what each is given. */
function stepsOf(told: string[], overtakenTimes = 0): Steps<string, string, string, string, string> {
  return {
    read: async (documents) => {
      told.push(`read ${documents}`);
      return documents === 'garbage' ? fail('unknown layout') : ok(`figures of ${documents}`);
    },
    judge: async (figures) => {
      told.push(`judge ${figures}`);
      return ok(`believed ${figures}`);
    },
    store: async (judged, attempt) => {
      told.push(`store ${judged.ok ? judged.value : judged.error}`);
      return attempt <= overtakenTimes ? OVERTAKEN : 'taken';
    },
  };
}

it('reads, judges and stores what came, in this order', async () => {
  const told: string[] = [];
  expect(await takeIn(ok('bytes'), stepsOf(told))).toBe('taken');
  expect(told).toEqual(['read bytes', 'judge figures of bytes', 'store believed figures of bytes']);
});

it('stores a failure too, without judging anything', async () => {
  const told: string[] = [];
  await takeIn(ok('garbage'), stepsOf(told));
  await takeIn(fail('timeout'), stepsOf(told));
  expect(told).toEqual(['read garbage', 'store unknown layout', 'store timeout']);
});

it('judges again, and reads no second time, what was overtaken', async () => {
  const told: string[] = [];
  await takeIn(ok('bytes'), stepsOf(told, 2));
  const steps = told.map((line) => line.split(' ')[0]).join(' ');
  expect(steps).toBe('read judge store judge store judge store');
});
