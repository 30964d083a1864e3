import { parseVerifierKey } from '#lib/platform/signed-note';
import { RefusedCommand } from '#lib/cli/command-line';

/** What a verifier key says; refuses a text that is none. */
export function knownVerifierKey(text: string): NonNullable<ReturnType<typeof parseVerifierKey>> {
  const key = parseVerifierKey(text);
  if (key !== null) return key;
  throw new RefusedCommand(
    `${JSON.stringify(text)} is not a verifier key; a verifier key looks like crossrate/log/0123456789abcdef+89abcdef+Ac3…=.`,
  );
}
