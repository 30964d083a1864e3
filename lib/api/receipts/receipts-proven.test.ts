import { expect, it, onTestFinished } from 'vitest';
import { createRoutes } from '#lib/api/routes';
import { receiptPayloadIn, type ReceiptPayload } from '#lib/domain/receipts/receipt';
import { bringUpToDate } from '#lib/ingest/keep-log';
import { noteKeyOf } from '#lib/platform/signed-note';
import type { Service } from '#lib/service';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { ask } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const KEY = noteKeyOf(new Uint8Array(32));

it.each(['', '&source=ecb&date=2026-04-10'])(
  'the same question gets a receipt with its proof once a checkpoint has the figures, and the same one from then on: %s',
  async (more) => {
    const services: Service[] = [];
    const bench = await openServiceBench(
      { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
      async (service, request) => {
        services.push(service);
        return createRoutes(() => service)(new URL(request.url).pathname).GET(request);
      },
    );
    onTestFinished(() => bench.dispose());
    const receipt = async () => {
      const response = await ask(bench, `/v1/convert?from=USD&to=JPY&amount=1&include=receipt${more}`);
      expect(response.status).toBe(200);
      return payloadOf(await response.json());
    };
    const early = await receipt();
    expect(early).not.toHaveProperty('log');
    expect((await receipt()).id).toBe(early.id);
    const [service] = services;
    if (!service) throw new Error('no request was made');
    await bringUpToDate({ ...service, key: KEY }, new AbortController().signal);
    const proven = await receipt();
    expect(proven.log?.entries.map(({ leg }) => leg)).toEqual([0, 1]);
    expect((await receipt()).id).toBe(proven.id);
  },
);

function payloadOf(body: unknown): ReceiptPayload {
  expect(body).toHaveProperty('receipt');
  const payload = receiptPayloadIn((body as { readonly receipt: string }).receipt);
  if (!payload.ok) throw new Error(payload.error);
  return payload.value;
}
