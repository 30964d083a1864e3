'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '#components/ui/buttons/button';
import { chooseTheme, type Theme, useTheme } from '#lib/client/browser/theme';

const FACES = {
  system: { icon: Monitor, next: 'light' },
  light: { icon: Sun, next: 'dark' },
  dark: { icon: Moon, next: 'system' },
} as const satisfies Readonly<Record<Theme, unknown>>;

/** Goes round the three themes: the system's, light, dark. */
export function ThemeSwitch() {
  const theme = useTheme();
  const { icon: Icon, next } = FACES[theme];
  const label = `Theme: ${theme}. Switch to ${next}`;
  return (
    <Button look="ghost" size="icon" aria-label={label} title={label} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden="true" className="size-4" strokeWidth={2.1} />
    </Button>
  );
}
