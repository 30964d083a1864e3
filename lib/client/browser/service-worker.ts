import { useEffect } from 'react';

declare global {
  namespace NodeJS {
    interface ProcessEnv {
      /** The name of the build, written into the code by next.config.mjs. */
      readonly BUILD_NAME?: string;
    }
  }
}

/** So long the page loads what it shows first, before what it keeps for a time without a network. */
const PATIENCE_MS = 1000;

/**
 * Registers public/sw.js, which brings pages back without a network, under the name of this build: with a new build the
 * browser takes the new worker at once. In production only, where the browser allows it.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !window.isSecureContext) return undefined;
    const timer = setTimeout(() => {
      // Without it everything works but the reload without a network, so a refusal is no news.
      navigator.serviceWorker?.register(`/sw.js?build=${process.env.BUILD_NAME}`).catch(() => undefined);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Whether the service worker brought this page back because the network was gone. */
export function isRepeatedPage(): boolean {
  return repeatedPageAtMs() !== null;
}

/** When the page came that the service worker brought back, in epoch milliseconds; null where the network brought it. */
export function repeatedPageAtMs(): number | null {
  if (typeof document === 'undefined') return null;
  return Date.parse(document.documentElement.dataset['repeated'] ?? '') || null;
}
