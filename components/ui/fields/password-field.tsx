'use client';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TextField } from './text-field.tsx';

/** A password: hidden until the visitor wants to see it. `current` asks for the one there is, `new` for one to be made. */
export function PasswordField({
  kind,
  ...rest
}: {
  readonly kind: 'current' | 'new';
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly maxLength?: number;
}) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      autoCorrect="off"
      required
      end={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${rest.label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          className="grid size-8 flex-none place-items-center rounded-control text-text-soft hover:bg-hover hover:text-text"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      }
    />
  );
}
