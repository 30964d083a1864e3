import { useMemo, useSyncExternalStore } from 'react';
import { FURTHER_COOKIE, readFurtherCookie } from './further-codes.ts';

/** Told to this window after the list was changed. */
const CHANGED = 'crossrate:also-changed';

const YEAR_SECONDS = 31_536_000;

/** This browser's list; the first render gives what the server saw. Null where it keeps none. */
export function useKeptFurther(served: string | null): readonly string[] | null {
  const kept = useSyncExternalStore(subscribe, stored, () => served);
  return useMemo(() => readFurtherCookie(kept), [kept]);
}

/** Keeps the list for the next visits of this browser. */
export function keepFurther(codes: readonly string[]): void {
  document.cookie = `${FURTHER_COOKIE}=${codes.join('.')}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  window.dispatchEvent(new Event(CHANGED));
}

/** Forgets the list of this browser. */
export function forgetFurther(): void {
  document.cookie = `${FURTHER_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function stored(): string | null {
  const start = `${FURTHER_COOKIE}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
