import { type PolledSourceId, SIMULATED_SOURCES } from './faults/faults.ts';
import type { Publisher, SimulatedLimits, SimulatedPair } from './publisher.ts';
import type { SimulatedRates } from './rates/rates.ts';

/** What `simulated.ts` of a source exports: its publisher, played with made-up figures in its real format. */
interface Simulation {
  readonly simulate: (rates: SimulatedRates, limits?: SimulatedLimits) => Publisher;
  /** A pair that it has, so that what it says can be compared with the truth. */
  readonly SIMULATED_PAIR: SimulatedPair;
}

const SIMULATIONS: ReadonlyMap<PolledSourceId, Simulation> = new Map(
  await Promise.all(SIMULATED_SOURCES.map(readSimulation)),
);

/** The publisher of a source, without its network. */
export function simulatePublisher(
  source: PolledSourceId,
  rates: SimulatedRates,
  limits: SimulatedLimits = {},
): Publisher {
  return simulationOf(source).simulate(rates, limits);
}

/** A pair that a source has. */
export function simulatedPair(source: PolledSourceId): SimulatedPair {
  return simulationOf(source).SIMULATED_PAIR;
}

function simulationOf(source: PolledSourceId): Simulation {
  const simulation = SIMULATIONS.get(source);
  if (simulation === undefined) throw new Error(`${source} is not simulated.`);
  return simulation;
}

async function readSimulation(id: PolledSourceId): Promise<readonly [PolledSourceId, Simulation]> {
  const folder: unknown = await import(`#lib/sources/${id}/simulated`);
  if (isSimulation(folder)) return [id, folder];
  throw new Error(`lib/sources/${id}/simulated.ts must export simulate and SIMULATED_PAIR.`);
}

/** Every `simulated.ts` declares the types of what it exports, so that their presence is enough. */
function isSimulation(folder: unknown): folder is Simulation {
  return typeof folder === 'object' && folder !== null && 'simulate' in folder && 'SIMULATED_PAIR' in folder;
}
