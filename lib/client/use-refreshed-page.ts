'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Makes the page anew from the server every so often, and when it comes back into view; what is shown stays until then. */
export function useRefreshedPage(everyMs: number): void {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    const timer = setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [router, everyMs]);
}
