import { createAccountClient } from '#lib/client/account/account-client';
import { rememberAccount } from '#lib/client/account/known-account';

/** Signs out and loads the page anew, for whoever reads it now. False where the service refuses; rejects where it is not reached. */
export async function signOut(): Promise<boolean> {
  const { ok } = await createAccountClient().signOut();
  if (!ok) return false;
  rememberAccount(null);
  window.location.reload();
  return true;
}
