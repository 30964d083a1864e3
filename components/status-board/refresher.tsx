'use client';
import { useRefreshedPage } from '#lib/client/use-refreshed-page';

const REFRESH_MS = 15_000;

/** Keeps the board current while somebody looks at it. */
export function Refresher() {
  useRefreshedPage(REFRESH_MS);
  return null;
}
