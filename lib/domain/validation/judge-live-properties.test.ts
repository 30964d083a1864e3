import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { anObservation } from '#lib/testing/builders/builders';
import { aLiveDesk } from '#lib/testing/worlds/live-desk';
import { propertyRuns, seeded } from '#lib/testing/property-runs';

import { DAY_MS } from '#lib/domain/durations';
import { heldObservation } from './held-figure.ts';
import { logDistance } from './live-rules.ts';

const TRUE_RATE = 1.1684;
const FACTORS = [1, 1, 1, 1.002, 0.998, 1.04, 1.3, 0.7, 1 / TRUE_RATE ** 2, 100, 0.01, 1e6, 7];
const DAY_LIMIT = 0.1;

describe('polls of a major pair, good and bad ones in any order', () => {
  const step = fc.record({ factor: fc.constantFrom(...FACTORS), isConfirmed: fc.boolean() });

  it(seeded('serve a quote beyond the limit only when two other sources agree, and lose none'), () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const desk = aLiveDesk([anObservation({ rate: TRUE_RATE })], { cadence: 'tick' });
        let served = TRUE_RATE;
        for (const [index, { factor, isConfirmed }] of steps.entries()) {
          const rate = TRUE_RATE * factor;
          const observedAt = new Date(anObservation().observedAt.getTime() + index + 1);
          const others = () => (isConfirmed ? [rate, rate * 1.01] : []);
          const { accepted, rejected, held } = desk.poll([anObservation({ rate, observedAt })], others);
          expect(accepted.length + rejected.length + held.length).toBe(1);
          for (const figure of accepted) {
            expect(isConfirmed || logDistance(figure.rate, served) <= DAY_LIMIT).toBe(true);
            served = figure.rate;
          }
        }
      }),
      propertyRuns(500),
    );
  });

  it(seeded('serve or hold every fixing once, whatever its document states beside it'), () => {
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom(...FACTORS)), {
      selector: ([day]) => day,
    });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 8 }), (documents) => {
        const desk = aLiveDesk([anObservation({ rate: TRUE_RATE })]);
        for (const document of documents) {
          const figures = document.map(([day, factor]) => {
            const observedAt = new Date(anObservation().observedAt.getTime() + day * DAY_MS);
            return anObservation({ rate: TRUE_RATE * factor, observedAt });
          });
          const judged = desk.poll(figures);
          for (const { rule, rate } of judged.released) {
            expect([rule, logDistance(rate, TRUE_RATE) <= Math.log(5)]).toEqual(['jump', true]);
          }
          const served = new Set(judged.accepted);
          expect(served.size).toBe(judged.accepted.length);
          const unstated = judged.released.map(heldObservation);
          for (const figure of judged.accepted) expect([...figures, ...unstated]).toContainEqual(figure);
          for (const figure of judged.held) {
            const isServed = judged.accepted.some(
              ({ rate, observedAt }) => rate === figure.rate && +observedAt === +figure.observedAt,
            );
            expect(isServed).toBe(false);
          }
        }
      }),
      propertyRuns(300),
    );
  });
});
