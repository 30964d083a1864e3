'use client';
import { useIsHydrated } from '#lib/client/browser/hydration';

/** Stands last on every page, and says with `data-live` whether the page's code runs. */
export function PageEnd({ id }: { readonly id: string }) {
  return <span id={id} hidden data-live={useIsHydrated() ? '' : undefined} />;
}
