import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import type { Store } from '#lib/store/store';
import type { RollUpPosition } from '#lib/store/rates/tick-rollup';
import { aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';

/** When the tests' market begins: 21:00, so that a day ends soon. */
export const startMs = Date.parse('2026-04-13T21:00:00Z');

/** All of BTC/USDT in the tests' market. */
export const SPAN = {
  source: MARKET,
  base: 'BTC',
  quote: 'USDT',
  fromMs: 0,
  toMs: startMs * 2,
  limit: 100,
} as const;

/** BTC/USDT at 100, 101, 102 ... every so many minutes from 21:00 on, each of a document of its own. */
export async function pollEvery(store: Store, minutes: number, polls: number): Promise<void> {
  for (let index = 0; index < polls; index += 1) {
    const atMs = startMs + index * minutes * 60_000;
    await store.write.storePoll(aTickPoll(atMs, { 'BTC/USDT': 100 + index }));
  }
}

/** A roll-up with the usual times for which tiers are kept. */
export function request(nowMs: number) {
  return { nowMs, retainMinutesDays: 7, retainHoursDays: 365 };
}

/** Rolls up and removes what is past its time, from a position on. */
export async function rollUp(store: Store, nowMs: number, from: RollUpPosition | null = null): Promise<void> {
  await rollUpUntilDone(store.write, { ...request(nowMs), position: from });
}
