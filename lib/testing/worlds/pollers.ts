import { onTestFinished } from 'vitest';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** A killed leader, or a database that was away, must be followed by polls within this time. */
export const TAKEOVER_MAX_MS = 15_000;

/** How long a test of several processes may take. */
export const POLLERS_PATIENCE_MS = 120_000;

/** What a process prints with its first poll of the exchange. */
export const POLLED = /^crypto-exchange: \d+ new figures/m;

/** Publishers on this machine, which end with the test. */
export async function openUpstreams(): Promise<SimulatedUpstreams> {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
  onTestFinished(upstreams.close);
  return upstreams;
}

/** What a process that polls the exchange of these publishers is started with, on a data folder of its own. */
export function pollerVariables({ environment }: SimulatedUpstreams): Record<string, string> {
  return {
    ...environment,
    DATA_DIR: throwAwayFolder(),
    SOURCES: 'crypto-exchange',
    ROLE: 'all',
    PORT: '0',
  };
}
