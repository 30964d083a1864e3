import { gunzipSync } from 'node:zlib';
import { splitEntries } from '#lib/domain/log/entry-bundle';
import { parseLeafText } from '#lib/domain/log/log-leaf';
import { bringUpToDate } from '#lib/ingest/keep-log';
import { noteKeyOf } from '#lib/platform/signed-note';
import type { LogHead } from '#lib/store/log/log-heads';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch } from './empty-store.ts';

const KEY = noteKeyOf(new Uint8Array(32));

/** How many milliseconds an hour of these has. */
export const LOG_HOUR_MS = 3_600_000;

/** EUR/USD of so many days of a year that no other call has. */
export function manyDays(count: number, year = 0) {
  const startMs = Date.UTC(1900 + year, 0, 1);
  const days = Array.from({ length: count }, (_, index) => {
    const day = new Date(startMs + index * 86_400_000).toISOString().slice(0, 10);
    return [day, { 'EUR/USD': 1 + index / 10_000 }] as const;
  });
  return aFixingBatch(Object.fromEntries(days), seenAt(0));
}

/** So many hours after {@link TEST_NOW}, in epoch milliseconds. */
export function hourMs(hour: number): number {
  return TEST_NOW.getTime() + hour * LOG_HOUR_MS;
}

/** The same as part of a document. */
export function seenAt(hour: number) {
  return { fetchedAtMs: hourMs(hour) };
}

/** Hashes all that waits; how many entries the log has then. */
export async function extendWholeLog(store: Store): Promise<number> {
  while (!(await store.write.extendLog(null)).isDone);
  return store.readLogSize();
}

/** Signs a head at such an hour, which it gives. */
export async function signLogHead(store: Store, hour: number): Promise<LogHead> {
  const clock = { service: () => new Date(hourMs(hour)) };
  await bringUpToDate({ store, clock, key: KEY }, new AbortController().signal);
  const head = await store.readNewestLogHead();
  if (!head || head.signedAtMs !== hourMs(hour)) throw new Error('no head was signed');
  return head;
}

/** Every entry in its order: kind, pair, day, rate, and how many hours after {@link TEST_NOW} it was seen. */
export async function entriesOfLog(store: Store): Promise<readonly string[]> {
  const size = await store.readLogSize();
  if (size === 0) return [];
  const bundle = await store.readLogFile({ level: 'entries', index: 0, width: size });
  const entries = splitEntries(gunzipSync(bundle ?? Buffer.alloc(0))) ?? [];
  return entries.map((entry) => {
    const leaf = parseLeafText(Buffer.from(entry).toString('utf8'));
    if (!leaf) throw new Error('an entry cannot be read');
    const { kind, base, quote, observedAtMs, rate, seenAtMs } = leaf;
    const day = new Date(observedAtMs).toISOString().slice(0, 10);
    return `${kind} ${base}/${quote} ${day} ${rate} +${(seenAtMs - hourMs(0)) / LOG_HOUR_MS}`;
  });
}
