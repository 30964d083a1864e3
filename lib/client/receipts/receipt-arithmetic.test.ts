import { describe, expect, it } from 'vitest';
import { convertByRegulation } from '#lib/domain/rates/statutory-conversion';
import { aReceiptPayload, type FigureOfReceipt } from '#lib/testing/builders/receipts';
import { fc } from '#lib/testing/seeded-fast-check';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { arithmeticFault } from './receipt-arithmetic.ts';

/** At most 15 significant digits, of any size that is published. */
const figure = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: -20, max: 6 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

const CODES = ['USD', 'EUR', 'JPY', 'CHF'];

const chain = fc.array(fc.record({ figure, inverted: fc.boolean() }), { maxLength: 3 }).map((steps) =>
  steps.map((step, place): FigureOfReceipt => {
    const [from = '', to = ''] = CODES.slice(place);
    return { ...step, ...(step.inverted ? { base: to, quote: from } : { base: from, quote: to }) };
  }),
);

describe('the arithmetic of a receipt', () => {
  it(seeded('is the one by which the service answers, for whatever was published'), () => {
    fc.assert(
      fc.property(chain, figure, (figures, amount) => {
        expect(arithmeticFault(aReceiptPayload(figures, amount))).toBeNull();
      }),
      propertyRuns(300),
    );
  });

  it(seeded('is another one when any digit of a rate or a result is'), () => {
    fc.assert(
      fc.property(chain, fc.nat(), fc.integer({ min: 1, max: 9 }), (figures, at, more) => {
        const payload = aReceiptPayload(figures);
        for (const name of ['rate', 'result'] as const) {
          const answer = { ...payload.answer, [name]: altered(payload.answer[name] ?? 0, at, more) };
          expect(arithmeticFault({ ...payload, answer })).toMatch(`The figures make the ${name} `);
        }
      }),
      propertyRuns(200),
    );
  });

  it(seeded('is that of Regulation (EC) No 1103/97 where it was asked for'), () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        for (const figures of [[DEM, ITL], [DEM], [ITL]]) {
          const payload = byRegulation(figures, cents / 100);
          expect(arithmeticFault(payload)).toBeNull();
          const answer = { ...payload.answer, result: (payload.answer.result ?? 0) + 1 };
          expect(arithmeticFault({ ...payload, answer })).toMatch('The figures make the result ');
        }
      }),
      propertyRuns(200),
    );
  });
});

it('the arithmetic of Regulation (EC) No 1103/97 holds for sums with more digits than a number has', () => {
  const payload = byRegulation([DEM, ITL], 999_999_999_999_999);
  expect(payload.answer).toMatchObject({
    result: Number('989999130803800977'),
    regulation: { euro: Number('511291881196217.974') },
  });
  expect(arithmeticFault(payload)).toBeNull();
  const answer = { ...payload.answer, result: (payload.answer.result ?? 0) * 1.000_000_000_000_001 };
  expect(arithmeticFault({ ...payload, answer })).not.toBeNull();
});

const DEM: FigureOfReceipt = { base: 'EUR', quote: 'DEM', figure: 1.95583, inverted: true };
const ITL: FigureOfReceipt = { base: 'EUR', quote: 'ITL', figure: 1936.27, inverted: false };

const STATUTORY: Readonly<Record<string, Parameters<typeof convertByRegulation>[1]>> = {
  DEM: { rate: '1.95583', minorUnits: 2 },
  ITL: { rate: '1936.27', minorUnits: 0 },
};
const EURO = { rate: null, minorUnits: 2 };

/** What a receipt holds where law had the result rounded. */
function byRegulation(figures: readonly FigureOfReceipt[], amount: number) {
  const payload = aReceiptPayload(figures, amount);
  const { from, to } = payload.answer;
  const { result, euro } = convertByRegulation(amount, STATUTORY[from] ?? EURO, STATUTORY[to] ?? EURO);
  const act = 'Council Regulation (EC) No 1103/97, Articles 4 and 5';
  return {
    ...payload,
    answer: { ...payload.answer, result, regulation: { rule: 'eu-1103-97', act, euro } as const },
  };
}

/** The number with one of its first 15 digits raised by so much: another digit may stand for the same number. */
function altered(number: number, at: number, more: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const places = [...mantissa].flatMap((one, place) => (one === '.' ? [] : [place])).slice(0, 15);
  const place = places[at % places.length] ?? 0;
  const digit = (Number(mantissa[place]) + more) % 10;
  return Number(`${mantissa.slice(0, place)}${digit}${mantissa.slice(place + 1)}e${exponent}`);
}
