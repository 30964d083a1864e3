import { useEffect } from 'react';

/** Registers public/sw.js, which brings the page back without a network. In production only, where the browser allows it. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !window.isSecureContext) return;
    // Without it everything works but the reload without a network, so a refusal is no news.
    navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  }, []);
}

/** Whether the service worker brought this page back because the network was gone. */
export function isRepeatedPage(): boolean {
  return typeof document !== 'undefined' && document.documentElement.dataset['repeated'] !== undefined;
}
