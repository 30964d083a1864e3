import { focusManager } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';

/** What is there only while somebody may see the page, and never in what the server draws. */
export function WhileVisible({ children }: { readonly children: ReactNode }) {
  const isVisible = useSyncExternalStore(
    onVisibility,
    () => focusManager.isFocused(),
    () => false,
  );
  return isVisible && children;
}

function onVisibility(onChange: () => void): () => void {
  return focusManager.subscribe(onChange);
}
