import { TextField } from '#components/ui/fields/text-field';

/** The address that names an account. */
export function EmailField({ error }: { readonly error: string | null }) {
  return (
    <TextField
      name="email"
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      maxLength={254}
      required
      error={error}
    />
  );
}
