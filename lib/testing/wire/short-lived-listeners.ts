import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { readEnvironment } from '#lib/platform/environment';
import { createLogger } from '#lib/platform/logger';
import { CONNECTION_TIMES, type ConnectionTimes } from '#lib/server/connection-limits';
import { type Listeners, openListeners } from '#lib/server/listeners';
import { createRefusals } from '#lib/server/refuse-request';

/** The real times, as much shorter as a test may wait. */
export const SHORT_TIMES: ConnectionTimes = {
  ...CONNECTION_TIMES,
  handshakeMs: 300,
  headMs: 300,
  requestMs: 600,
  stalledMs: 1000,
  lookEveryMs: 50,
  partingMs: 200,
};

/** The service's own listeners in this process, before answers of the test's own; they end with the test. */
export async function listenHere(
  answer: RequestListener,
  variables: Readonly<Record<string, string>> = {},
  times: ConnectionTimes = SHORT_TIMES,
): Promise<Listeners> {
  const listeners = await openListeners(
    readEnvironment({ PORT: '0', ...variables }, '/'),
    createLogger('silent'),
    {
      answerBy: () => answer,
      refusals: createRefusals(times.partingMs),
      draining: { isOn: false },
      upgrade: null,
    },
    times,
  );
  onTestFinished(listeners.close);
  return listeners;
}
