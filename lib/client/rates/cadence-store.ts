import { useKept } from '#lib/client/browser/hydration';
import { kept } from '#lib/client/browser/kept';
import { type Cadence, CADENCE_COOKIE, readCadence } from './cadence.ts';

const CADENCE = kept(CADENCE_COOKIE, 'cookie');

/** What this browser's visitor chose of live rates and fixings; the first render gives what the server saw. */
export function useKeptCadence(served: string | null): Cadence | null {
  return readCadence(useKept(CADENCE, served));
}

/** Keeps the choice for the next visits of this browser; null forgets it. */
export function keepCadence(cadence: Cadence | null): void {
  CADENCE.keep(cadence);
}
