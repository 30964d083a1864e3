import { pino } from 'pino';
import { keepWatches } from '#lib/account/notify/keep-watches';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import type { AccountBench } from './account-bench.ts';

/** A bank that says one figure of EUR/USD after the other, at first 1.05. */
export function aWatchedBank() {
  let rate = 1.05;
  const snapshot = () =>
    aSnapshot([aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': rate })] })]);
  return {
    snapshot,
    /** Sets the figure, and looks once at what is watched. */
    say: async (bench: AccountBench, next: number) => {
      rate = next;
      await lookOnce(bench, snapshot);
    },
  };
}

/** Looks once at all that is watched, as the process that leads does. */
export async function lookOnce(
  { store, now }: Pick<AccountBench, 'store' | 'now'>,
  snapshot: () => RateSnapshot,
): Promise<void> {
  const log = pino({ level: 'silent' });
  await keepWatches({ store, snapshot, clock: { real: now }, log }).stop();
}
