import { useMemo } from 'react';
import { useKept } from '#lib/client/browser/hydration';
import { kept } from '#lib/client/browser/kept';
import { FURTHER_COOKIE, PINS_COOKIE, readFurtherCookie, readPins } from './code-lists.ts';

const FURTHER = kept(FURTHER_COOKIE, 'cookie');
const PINS = kept(PINS_COOKIE, 'cookie', '/rates');

/** This browser's further currencies; the first render gives what the server saw. Null where it keeps none. */
export function useKeptFurther(served: string | null): readonly string[] | null {
  const text = useKept(FURTHER, served);
  return useMemo(() => readFurtherCookie(text), [text]);
}

/** Keeps the further currencies for the next visits of this browser; null forgets them. */
export function keepFurther(codes: readonly string[] | null): void {
  FURTHER.keep(codes === null ? null : codes.join('.'));
}

/** The pinned codes of this browser; the first render gives what the server saw. */
export function usePins(served: string | null): readonly string[] {
  // Their cookie is of pages below /rates, and another page on its way there does not have it yet.
  const text = useKept(PINS, served) ?? served;
  return useMemo(() => readPins(text), [text]);
}

/** Keeps the pinned codes for the next visits of this browser. */
export function keepPins(pins: readonly string[]): void {
  PINS.keep(pins.join('.'));
}
