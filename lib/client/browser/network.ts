import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

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
  return onlineManager.subscribe(onChange);
}
