import { describe, expect, it } from 'vitest';
import { EURO_DECIMALS, convertByRegulation, resultDecimals } from '#lib/domain/rates/statutory-conversion';
import { aReceiptPayload, type FigureOfReceipt } from '#lib/testing/builders/receipts';
import { fc } from '#lib/testing/seeded-fast-check';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import type { ReceiptPayload } from './receipt.ts';
import { recomputeReceipt } from './recompute-receipt.ts';

const HELD = { ok: true, value: null };

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
        expect(recomputeReceipt(aReceiptPayload(figures, amount))).toEqual(HELD);
      }),
      propertyRuns(300),
    );
  });

  it(seeded('is another one when any digit of a rate or a result is'), () => {
    fc.assert(
      fc.property(chain, fc.nat(), fc.integer({ min: 1, max: 9 }), (figures, at, more) => {
        const payload = aReceiptPayload(figures);
        for (const name of ['rate', 'result'] as const) {
          const decimals = { ...payload.decimals, [name]: altered(payload.decimals[name] ?? '', at, more) };
          expect(recomputeReceipt({ ...payload, decimals }).ok).toBe(false);
        }
      }),
      propertyRuns(200),
    );
  });

  it(seeded('is that of Regulation (EC) No 1103/97 where it was asked for'), () => {
    const mark = { rate: '1.95583', minorUnits: 2 };
    const lira = { rate: '1936.27', minorUnits: 0 };
    const euro = { rate: null, minorUnits: 2 };
    const DEM: FigureOfReceipt = { base: 'EUR', quote: 'DEM', figure: 1.95583, inverted: true };
    const ITL: FigureOfReceipt = { base: 'EUR', quote: 'ITL', figure: 1936.27, inverted: false };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const amount = cents / 100;
        for (const [figures, from, to] of [
          [[DEM, ITL], mark, lira],
          [[DEM], mark, euro],
          [[ITL], euro, lira],
        ] as const) {
          const made = convertByRegulation(amount, from, to);
          const payload = byRegulation(aReceiptPayload(figures, amount), made, to.minorUnits);
          expect(recomputeReceipt(payload)).toEqual(HELD);
          const wrong = byRegulation(
            aReceiptPayload(figures, amount),
            { ...made, decimals: { ...made.decimals, result: `1${made.decimals.result}` } },
            to.minorUnits,
          );
          expect(recomputeReceipt(wrong).ok).toBe(false);
        }
      }),
      propertyRuns(200),
    );
  });
});

it('the arithmetic of Regulation (EC) No 1103/97 holds for sums with more digits than a number has', () => {
  const mark = { rate: '1.95583', minorUnits: 2 };
  const lira = { rate: '1936.27', minorUnits: 0 };
  const figures: readonly FigureOfReceipt[] = [
    { base: 'EUR', quote: 'DEM', figure: 1.95583, inverted: true },
    { base: 'EUR', quote: 'ITL', figure: 1936.27, inverted: false },
  ];
  const made = convertByRegulation(999_999_999_999_999, mark, lira);
  const payload = byRegulation(aReceiptPayload(figures, 999_999_999_999_999), made, 0);
  expect(payload.decimals).toMatchObject({ euro: '511291881196217.974', result: '989999130803800977' });
  expect(recomputeReceipt(payload)).toEqual(HELD);
  const other = { ...payload, answer: { ...payload.answer, result: made.result * 1.000_000_000_000_001 } };
  expect(recomputeReceipt(other).ok).toBe(false);
});

/** A decimal with one of its digits raised by so much. */
function altered(decimal: string, at: number, more: number): string {
  const places = [...decimal].flatMap((one, place) => (one === '.' ? [] : [place]));
  const place = places[at % places.length] ?? 0;
  const digit = (Number(decimal[place]) + more) % 10;
  return decimal.slice(0, place) + digit + decimal.slice(place + 1);
}

function byRegulation(
  payload: ReceiptPayload,
  { result, euro, decimals }: ReturnType<typeof convertByRegulation>,
  minorUnits: number,
): ReceiptPayload {
  return {
    ...payload,
    answer: { ...payload.answer, result, regulation: { euro } },
    decimals: { ...payload.decimals, ...decimals },
    combination: {
      ...payload.combination,
      regulation: {
        rule: 'eu-1103-97',
        act: 'Council Regulation (EC) No 1103/97, Articles 4 and 5',
        euroDecimals: EURO_DECIMALS,
        resultDecimals: resultDecimals(minorUnits),
        mode: 'half-up',
      },
    },
  };
}
