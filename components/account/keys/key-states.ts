import type { KeyRow } from '#lib/contract/account';

/** Whether a key is refused for good. */
export function hasEnded({ state }: Pick<KeyRow, 'state'>): boolean {
  return state === 'expired' || state === 'revoked';
}

/** What became of a key that has ended, and when. */
export interface KeyFate {
  readonly word: 'revoked' | 'replaced' | 'expired';
  readonly at: string | null;
}

/** What ended a key. One that was revoked within its overlap did not live to its end as a replaced one. */
export function keyFate({
  revokedAt,
  replacedById,
  endsAt,
  expiresAt,
}: Pick<KeyRow, 'revokedAt' | 'replacedById' | 'endsAt' | 'expiresAt'>): KeyFate {
  if (revokedAt !== null) return { word: 'revoked', at: revokedAt };
  if (replacedById !== null) return { word: 'replaced', at: endsAt ?? expiresAt };
  return { word: 'expired', at: expiresAt };
}
