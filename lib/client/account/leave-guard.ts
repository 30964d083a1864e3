import { useEffect } from 'react';

/** Lets the browser ask before the page is left while `isNeeded`: for something that cannot be had again. */
export function useLeaveGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
