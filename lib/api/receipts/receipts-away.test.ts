import { expect, it } from 'vitest';
import type { Service } from '#lib/service';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { payloadIn } from '#lib/testing/builders/receipts';
import { NO_SMALL_DISK, openSmallDisk } from '#lib/testing/databases/small-disk';
import { ask, errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

/** Receipts that are asked for on a full disk; the first ones find room in the log. */
const ASKED_MAX = 500;

it('a receipt is never given unstored: on a full disk it is refused, rates go on, and with room again it is given', async ({
  skip,
  onTestFinished,
}) => {
  const disk = openSmallDisk();
  if (disk === null) return skip(NO_SMALL_DISK);
  const services: Service[] = [];
  const dispatch = await openExportedDispatch();
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    (started, request) => {
      services[0] = started;
      return dispatch(started, request);
    },
    { DATA_DIR: disk.path },
  );
  onTestFinished(() => bench.dispose());
  const askFor = (amount: number) =>
    ask(bench, `/v1/convert?from=EUR&to=USD&amount=${amount}&include=receipt`);
  expect((await askFor(1)).status).toBe(200);
  disk.fill();
  let refused: Response | null = null;
  for (let amount = 2; refused === null && amount < ASKED_MAX; amount += 1) {
    const response = await askFor(amount);
    if (response.status === 200)
      expect(await services[0]?.store.readReceipt(idIn(await response.json()))).not.toBeNull();
    else refused = response;
  }
  if (refused === null) throw new Error('the disk did not fill');
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect(await errorOf(refused)).toEqual({
    status: 503,
    code: 'source_unavailable',
    type: 'source_error',
    message:
      'No receipt can be issued right now, because the database cannot be read or written. Ask without include=receipt, or try again soon.',
  });
  expect((await ask(bench, '/v1/convert?from=EUR&to=USD&amount=7777')).status).toBe(200);
  disk.makeRoom();
  await services[0]?.store.look();
  expect((await askFor(ASKED_MAX)).status).toBe(200);
});

/** The name of the receipt in an answer. */
function idIn(body: { readonly receipt?: string }): string {
  return payloadIn(body.receipt ?? '').id;
}
