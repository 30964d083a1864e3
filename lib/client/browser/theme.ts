import { useSyncExternalStore } from 'react';
import { kept } from './kept.ts';
import { THEME_STORED_AS } from './theme-script.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const THEME = kept(THEME_STORED_AS, 'storage');

/** The theme that the visitor chose. */
export function useTheme(): Theme {
  return useSyncExternalStore(THEME.subscribe, readTheme, () => 'system');
}

/** Sets the theme of the page and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  // A browser that keeps nothing still shows the theme until the page is left.
  THEME.keep(theme === 'system' ? null : theme);
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
