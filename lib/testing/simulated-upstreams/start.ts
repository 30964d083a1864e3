import { startControl } from './control.ts';
import { type Fault, type PolledSourceId, SIMULATED_SOURCES } from './faults/faults.ts';
import { type FaultyServer, startFaultyServer } from './faults/faulty-server.ts';
import type { SimulatedLimits } from './publisher.ts';
import { simulatePublisher } from './publishers.ts';
import { createSimulatedRates } from './rates/rates.ts';

/** Every publisher on this machine, with made-up figures and real formats. */
export interface SimulatedUpstreams {
  /** `UPSTREAM_<ID>` for every source: what the service needs in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** `http://127.0.0.1:PORT` of a source. */
  readonly addressOf: (source: PolledSourceId) => string;
  /** Where faults are switched over HTTP: `PUT /faults/ecb` with the name of a fault, `DELETE /faults/ecb`, `GET /faults`. */
  readonly controlUrl: string;
  /** Sets a fault of a source, or takes it back with null; done when it acts. */
  readonly setFault: (source: PolledSourceId, fault: Fault | null) => Promise<void>;
  readonly faultOf: (source: PolledSourceId) => Fault | null;
  /** The paths that a source was asked for so far, with their queries, in order. */
  readonly requests: (source: PolledSourceId) => readonly string[];
  /** The truth that every source shows within 0.05 %: one unit of `base` costs so many of `quote`; null for a code without a value. */
  readonly rateOf: (base: string, quote: string, at: Date) => number | null;
  /** Multiplies what a code is worth from now on, at every publisher: a devaluation. */
  readonly shock: (code: string, factor: number) => void;
  /** Ends every listener and every connection. */
  readonly close: () => Promise<void>;
}

/** What a simulation is made of. */
export interface SimulationOptions extends SimulatedLimits {
  /** The same seed makes the same figures; 1 unless given. */
  readonly seed?: number;
  /** The publishers' clock; nothing is public before its time. */
  readonly now: () => Date;
}

/** Starts one HTTP server a source on free ports of 127.0.0.1; the caller closes them. */
export async function startSimulatedUpstreams(options: SimulationOptions): Promise<SimulatedUpstreams> {
  const rates = createSimulatedRates(options.seed ?? 1);
  const servers = new Map<PolledSourceId, FaultyServer>();
  for (const source of SIMULATED_SOURCES) {
    const publisher = simulatePublisher(source, rates, options);
    const server = await startFaultyServer(publisher, { now: options.now, noise: rates.noise });
    servers.set(source, server);
  }
  const serverOf = (source: PolledSourceId): FaultyServer => {
    const server = servers.get(source);
    if (server === undefined) throw new Error(`${source} is not simulated.`);
    return server;
  };
  const faultOf = (source: PolledSourceId) => serverOf(source).fault();
  const setFault = (source: PolledSourceId, fault: Fault | null) => serverOf(source).setFault(fault);
  const control = await startControl({ faultOf, setFault });
  return {
    environment: Object.fromEntries([...servers].map(([source, { url }]) => [upstreamName(source), url])),
    addressOf: (source) => serverOf(source).url,
    controlUrl: control.url,
    setFault,
    faultOf,
    requests: (source) => serverOf(source).asked,
    rateOf: (base, quote, at) => rates.at(at).rate(base, quote),
    shock: (code, factor) => rates.shock(code, factor, options.now()),
    close: async () => {
      await Promise.all([control.close(), ...[...servers.values()].map((server) => server.close())]);
    },
  };
}

function upstreamName(source: PolledSourceId): string {
  return `UPSTREAM_${source.toUpperCase().replaceAll('-', '_')}`;
}
