import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { rememberBack } from './network-back.ts';

/** Whether the browser believes that it has a network; true says little, false is certain. */
export function useHasNetwork(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  // Queries believe that there is one until they hear otherwise, and so would not notice that it is back after a page came without.
  onlineManager.setOnline(navigator.onLine);
  const onBack = () => {
    rememberBack();
    onChange();
  };
  window.addEventListener('online', onBack);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onBack);
    window.removeEventListener('offline', onChange);
  };
}
