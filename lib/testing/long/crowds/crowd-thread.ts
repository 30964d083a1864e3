import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { coldRequests } from '#lib/testing/long/load-requests';
import { createOutcomes } from '#lib/testing/long/outcomes';
import { startPacedLoad } from '#lib/testing/long/paced-load';
import { hangUp, startPageCrowd } from './page-crowd.ts';
import { startSlowClients } from './slow-clients.ts';
import type { Crowd, CrowdSeen } from './start-crowd.ts';

/*
 * The thread of lib/testing/long/crowds/start-crowd.ts: everybody who is a nuisance at once. In use they are other machines, so that here
 * their own work comes after that of the service.
 */

/** For one reader of each page: so many hang-ups, connections and cold histories a second. */
const HANG_UPS_PER_READER = 16;
const CONNECTIONS_PER_READER = 47;
const COLD_PER_READER = 1.6;

const HEAVY_PAGES: readonly string[] = ['/docs', '/charts/EUR/USD', '/'];
const HANG_UP_MS = 20;

setPriority(constants.priority.PRIORITY_LOW);
const { port, readers, coldKey } = asCrowd(workerData);
const outcomes = createOutcomes();
const pages = startPageCrowd({
  port: () => port,
  readers: readers * HEAVY_PAGES.length,
  pages: HEAVY_PAGES,
  pauseMs: 0,
  hangUpsPerSecond: 0,
  onAnswer: (answer) => outcomes.note('pages', answer),
});
for (let index = 0; index < readers * HANG_UPS_PER_READER; index += 1) {
  hangUp(port, HEAVY_PAGES[index % HEAVY_PAGES.length] ?? '/', HANG_UP_MS);
}
const held = startSlowClients({
  port: () => port,
  clients: readers * CONNECTIONS_PER_READER,
  key: '',
  kinds: ['silent'],
});
const cold = startPacedLoad({
  port: () => port,
  perSecond: readers * COLD_PER_READER,
  next: coldRequests(coldKey, Math.random),
  onAnswer: (answer) => outcomes.note('cold histories', answer),
});
parentPort?.once('message', async () => {
  held.stop();
  await Promise.all([pages.stop(), cold.stop()]);
  const seen = { counts: outcomes.counts(), offences: outcomes.offences(), connections: held.made() };
  parentPort?.postMessage(seen satisfies CrowdSeen);
});

/** lib/testing/long/crowds/start-crowd.ts alone starts this thread, with exactly this. */
function asCrowd(given: unknown): Crowd {
  return given as Crowd;
}
