import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import {
  ask,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';
import type { ReceiptPayload } from '#lib/contract/receipts';
import { convertAmount, rateOfLegs, roundExact } from '#lib/domain/rates/exact-number';
import { payloadIn } from '#lib/testing/builders/receipts';

const CONVERT = '/v1/convert?from=usd&to=JPY&amount=1200.50';

/** Receipts as callers of /v1 get them, of a service with the figures of the ECB. */
export function describeReceipts(open: OpenBench): void {
  describe('receipts', () => {
    let bench: EndpointBench;
    beforeAll(async () => {
      bench = await open({ clock: '2026-04-14T08:00:00Z', document: recentEcbSample() });
    });
    afterAll(() => bench.dispose());

    it('say what was asked and answered, and how the published figures make it', async () => {
      const { receipt, ...answer } = await receiptOf(bench, `${CONVERT}&include=receipt`);
      const payload = payloadIn(receipt);
      expect(payload).toMatchObject({
        version: 1,
        issuer: null,
        simulated: true,
        question: { path: '/v1/convert', parameters: { from: 'USD', to: 'JPY', amount: '1200.5' } },
        answer: { amount: 1200.5, rate: 159.83396097227 },
        provenance: {
          kind: 'cross',
          legs: [
            { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: true, source: 'ecb', act: null },
            { base: 'EUR', quote: 'JPY', figure: 186.75, inverted: false, source: 'ecb', act: null },
          ],
        },
      });
      expect(payload.answer).toEqual(answer);
      expect(payload.issuedAt.slice(0, 16)).toBe('2026-04-14T08:00');
      expect(payload.provenance.legs[0]?.document).toEqual({
        url: 'file:test',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expectFiguresToMakeAnswer(payload);
    });

    it('come beside the provenance, in either order, and as repeated parameters', async () => {
      const both = await receiptOf(bench, `${CONVERT}&include=provenance,receipt`);
      expect(both).toHaveProperty('provenance', payloadIn(both.receipt).provenance);
      expect(await receiptOf(bench, `${CONVERT}&include=receipt,provenance`)).toHaveProperty('provenance');
      const repeated = await receiptOf(bench, `${CONVERT}&include=provenance&include=receipt`);
      expect(repeated.receipt).toBe(both.receipt);
      const alone = await receiptOf(bench, `${CONVERT}&include=receipt`);
      expect(alone, 'one receipt of one answer, whatever stands beside it').not.toHaveProperty('provenance');
      expect(alone.receipt).toBe(both.receipt);
    });

    it('are the same for the same question on the same data, and others for other questions', async () => {
      const path = '/v1/rates/pair?from=EUR&to=CHF&include=receipt';
      const { receipt } = await receiptOf(bench, path);
      expect((await receiptOf(bench, path.toLowerCase())).receipt).toBe(receipt);
      const named = await receiptOf(bench, `${path}&source=ecb`);
      expect(payloadIn(named.receipt).id).not.toBe(payloadIn(receipt).id);
      const ofDay = `${path}&date=2026-04-10`;
      expect((await receiptOf(bench, ofDay)).receipt).toBe((await receiptOf(bench, ofDay)).receipt);
    });

    describeSums(() => bench);
  });
}

/** Answers of many kinds, each held against the figures that its receipt names. */
function describeSums(bench: RunningBench): void {
  it.each([
    '/v1/rates/pair?from=EUR&to=USD',
    '/v1/rates/pair?from=USD&to=EUR',
    '/v1/rates/pair?from=USD&to=USD',
    '/v1/rates/pair?from=EUR&to=USD&date=2026-04-12',
    '/v1/rates/pair?from=GBP&to=JPY&source=ecb&date=2026-04-01',
    '/v1/convert?from=HUF&to=KRW&amount=0',
    '/v1/convert?from=EUR&to=IDR&amount=1e-12',
    '/v1/convert?from=TRY&to=ZAR&amount=999999999999999',
  ])('hold their arithmetic: %s', async (path) => {
    const { receipt, ...answer } = await receiptOf(bench(), `${path}&include=receipt`);
    const payload = payloadIn(receipt);
    expectFiguresToMakeAnswer(payload);
    expect(payload.answer).toEqual(answer);
  });

  it('are refused in one sentence where the parameter is wrong', async () => {
    expect(await errorOf(await ask(bench(), `${CONVERT}&include=receipts`))).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      message: 'include must be provenance, receipt, or both with a comma between them.',
    });
    expect(await errorOf(await ask(bench(), '/v1/rates?include=receipt'))).toMatchObject({ status: 400 });
  });
}

interface WithReceipt {
  readonly receipt: string;
}

async function receiptOf(bench: EndpointBench, path: string): Promise<WithReceipt> {
  const response = await ask(bench, path);
  const body: unknown = await response.json();
  expect({ status: response.status, body }, path).toMatchObject({
    status: 200,
    body: { receipt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/) },
  });
  return asWithReceipt(body);
}

/** Whoever has the receipt can do the sum. */
function expectFiguresToMakeAnswer({ answer: { amount, rate, result }, provenance }: ReceiptPayload): void {
  const exact = rateOfLegs(provenance.legs);
  expect(rate).toBe(roundExact(exact));
  if (amount !== undefined) expect(result).toBe(convertAmount(amount, exact));
}

/** Was just held against that shape. */
function asWithReceipt(body: unknown): WithReceipt {
  return body as WithReceipt;
}
