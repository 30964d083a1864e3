import { type NoteKey, noteKeyOf } from '#lib/platform/signed-note';
import type { DeriveSecret } from './master-secret.ts';

/** The key that signs heads of the log: Ed25519 from a seed that is derived for nothing else, so that it is stored nowhere. */
export function openLogKey(secretOf: DeriveSecret): NoteKey {
  return noteKeyOf(secretOf('log'));
}
