import { useMemo, useSyncExternalStore } from 'react';
import { kept } from '#lib/client/browser/kept';
import { PAIRS_COOKIE, type RecentPair, readPairsCookie, withPair } from './pair-cookie.ts';

const PAIRS = kept(PAIRS_COOKIE, 'cookie');

/** The pairs that this browser converted last, the newest first; null in what the server wrote, which does not know them. */
export function useKeptPairs(): readonly RecentPair[] | null {
  const text = useSyncExternalStore<string | null>(
    PAIRS.subscribe,
    () => PAIRS.read() ?? '',
    () => null,
  );
  return useMemo(() => (text === null ? null : readPairsCookie(text)), [text]);
}

/** Keeps a pair as the last one. */
export function keepPair(pair: RecentPair): void {
  const kept = PAIRS.read();
  const next = withPair(readPairsCookie(kept), pair);
  if (next !== kept) PAIRS.keep(next);
}
