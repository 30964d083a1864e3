import { useSyncExternalStore } from 'react';
import { THEME_STORED_AS } from './theme-script.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const CHANGED = 'crossrate:theme-changed';

/** The theme that the visitor chose. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

/** Sets the theme of the page and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_STORED_AS);
    else localStorage.setItem(THEME_STORED_AS, theme);
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
