import { pino } from 'pino';
import { keepWatches } from '#lib/account/watches/keep-watches';
import { createWatchReader, type WatchReader } from '#lib/account/watches/watch-reader';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import type { AccountBench } from './account-bench.ts';

/** A bank that says one figure of EUR/USD after the other, at first 1.05; days that are over had the rate `pastRate`. */
export function aWatchedBank(pastRate = 1) {
  let rate = 1.05;
  const reader: WatchReader = createWatchReader({
    snapshot: () =>
      aSnapshot([aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': rate })] })]),
    rateOfDay: () => Promise.resolve(pastRate),
  });
  return {
    reader,
    /** Sets the figure, and looks once at what is watched. */
    say: async (bench: AccountBench, next: number) => {
      rate = next;
      await lookOnce(bench, reader);
    },
  };
}

/** Looks once at all that is watched, as the process that leads does. */
export async function lookOnce(
  { store, now }: Pick<AccountBench, 'store' | 'now'>,
  reader: WatchReader,
): Promise<void> {
  const log = pino({ level: 'silent' });
  await keepWatches({ store, reader, clock: { real: now }, log }).stop();
}
