import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { pegHistory } from '#lib/domain/series/peg-history';
import { isInForce, type Peg } from './peg.ts';
import { roundExact } from '#lib/domain/rates/exact-number';
import { snapshotOfPegs } from '#lib/domain/rates/rate-snapshot';
import { strictRate } from '#lib/domain/rates/strict-rate';

const { id, pegs } = LAW;
const CODES = [...new Set(pegs.flatMap(({ base, quote }) => [base, quote]))];
const FIRST = aDay('1960-01-01');
const SEED = Number(process.env['PROPERTY_SEED'] ?? 193_627);

const anyDay = fc.integer({ min: 0, max: 24_500 }).map((days) => addDays(FIRST, days));
const anyCode = fc.constantFrom(...CODES);

describe(`rates that law fixes (seed ${SEED})`, () => {
  it('are never answered outside their validity, and always within it', () => {
    fc.assert(
      fc.property(anyDay, anyCode, anyCode, (day, base, quote) => {
        const answer = strictRate(snapshotOfPegs({ id, pegs }, day), { base, quote });
        const expected = reaches(base, quote, day);
        expect(answer.kind, `${base}/${quote} on ${day}`).toBe(expected ? 'found' : 'not-carried');
        if (answer.kind !== 'found') return;
        for (const leg of answer.found.legs) {
          const isPeg = (rate: Peg) => rate.base === leg.base && rate.quote === leg.quote;
          expect(pegs.some((rate) => isPeg(rate) && isInForce(rate, day))).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('have on each day of their history the rate of that day', () => {
    fc.assert(
      fc.property(anyDay, anyCode, anyCode, fc.integer({ min: 1, max: 40 }), (today, base, quote, limit) => {
        const source = snapshotOfPegs({ id, pegs }, today);
        const span = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER, limit };
        for (const { instantMs, rate } of pegHistory(source, { base, quote }, span, today) ?? []) {
          const day = aDay(new Date(instantMs).toISOString().slice(0, 10));
          const answer = strictRate(snapshotOfPegs({ id, pegs }, day), { base, quote });
          expect(answer.kind === 'found' && roundExact(answer.found.rate), `${base}/${quote} on ${day}`).toBe(
            rate,
          );
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});

/** A slow oracle: linked directly, or both linked to one and the same currency, by rates in force on the day. */
function reaches(base: string, quote: string, day: IsoDay): boolean {
  const links = pegs.filter((rate) => isInForce(rate, day)).map((rate) => [rate.base, rate.quote]);
  const neighbours = (code: string) =>
    links.filter((link) => link.includes(code)).map(([one, other]) => (one === code ? other : one));
  if (base === quote) return neighbours(base).length > 0;
  return (
    neighbours(base).includes(quote) || neighbours(base).some((code) => neighbours(quote).includes(code))
  );
}

function aDay(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (!day) throw new Error(text);
  return day;
}
