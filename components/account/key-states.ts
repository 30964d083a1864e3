import type { KeyRow } from '#lib/contract/account';

/** Whether a key is refused for good. */
export function hasEnded({ state }: Pick<KeyRow, 'state'>): boolean {
  return state === 'expired' || state === 'revoked';
}
