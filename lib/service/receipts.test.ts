import { expect, it, onTestFinished } from 'vitest';
import type { Service } from '#lib/service';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

it.each([
  ['SQLite', () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await freshDatabase() })],
])('a name that no receipt can have is one of none, on %s', async (_engine, variables) => {
  const services: Service[] = [];
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    (started) => {
      services.push(started);
      return Promise.resolve(new Response());
    },
    await variables(),
  );
  onTestFinished(() => bench.dispose());
  await bench.send('/');
  const [service] = services;
  for (const id of ['\0', '', 'AAAAAAAAAAAAAAAAAAAAAA', "'"])
    expect(await service?.shownReceipt(id), id).toBeNull();
});
