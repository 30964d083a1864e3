import type { ReactNode } from 'react';
import { TextField } from '#components/ui/fields/text-field';

/** The six digits of an authenticator; spaces in between do no harm. */
export function CodeField({ error, hint }: { readonly error: string | null; readonly hint?: ReactNode }) {
  return (
    <TextField
      name="code"
      label="Code from the authenticator"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={11}
      isCode
      required
      error={error}
      {...(hint !== undefined && { hint })}
    />
  );
}

/** Either of what proves a second factor. */
export function AnyCodeField({ error }: { readonly error: string | null }) {
  return (
    <TextField
      name="code"
      label="Code from the authenticator, or a recovery code"
      autoComplete="one-time-code"
      isCode
      required
      error={error}
    />
  );
}

/** The digits of a code without the spaces that people type. */
export function plainCode(text: string): string {
  return text.replaceAll(/\s/g, '');
}
