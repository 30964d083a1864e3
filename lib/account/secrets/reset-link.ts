import { fail, ok, type Result } from '#lib/domain/result';
import type { Store } from '#lib/store/store';
import { mintToken } from './one-time-token.ts';

const LIFETIME_MS = 30 * 60_000;

/** A link to make for an account. */
export interface ResetLinkRequest {
  readonly email: string;
  /** Where people reach the service, such as `https://rates.example.org`. */
  readonly origin: string;
  /** Whether it also turns the second factor off, for whoever lost it with the recovery codes. */
  readonly dropsSecondFactor: boolean;
}

/**
 * A link that sets an account's password once within 30 minutes; a former one stops working. The token is behind `#`, which
 * browsers send to nobody. Refused with one sentence when there is no such account.
 */
export async function makeResetLink(
  store: Store,
  { email, origin, dropsSecondFactor }: ResetLinkRequest,
  now: Date,
): Promise<Result<string, { readonly sentence: string }>> {
  const account = await store.readAccountByEmail(email);
  if (!account) return fail({ sentence: `There is no account with the address ${email}.` });
  const token = mintToken();
  await store.write.putAuthToken({
    purpose: 'reset',
    hash: token.hash,
    accountId: account.id,
    expiresAtMs: now.getTime() + LIFETIME_MS,
    dropsSecondFactor,
  });
  return ok(`${origin}/account/reset#token=${token.text}`);
}
