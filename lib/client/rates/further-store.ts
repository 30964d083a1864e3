import { useMemo, useSyncExternalStore } from 'react';
import { kept } from '#lib/client/browser/kept';
import { FURTHER_COOKIE, readFurtherCookie } from './further-codes.ts';

const FURTHER = kept(FURTHER_COOKIE, 'cookie');

/** This browser's list; the first render gives what the server saw. Null where it keeps none. */
export function useKeptFurther(served: string | null): readonly string[] | null {
  const text = useSyncExternalStore(FURTHER.subscribe, FURTHER.read, () => served);
  return useMemo(() => readFurtherCookie(text), [text]);
}

/** Keeps the list for the next visits of this browser. */
export function keepFurther(codes: readonly string[]): void {
  FURTHER.keep(codes.join('.'));
}

/** Forgets the list of this browser. */
export function forgetFurther(): void {
  FURTHER.keep(null);
}
