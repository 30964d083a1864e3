import type { AuditKind, Done } from '#lib/contract/account';
import type { OwnRemoval } from '#lib/store/accounts/own-rows';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import type { AccountOutcome, SignedInRequest } from './endpoint.ts';

/** What the account removes: `detail` is what the audit log says of it, undefined where the account has none of this id. */
interface OwnRemoved extends Pick<OwnRemoval, 'table' | 'id'> {
  readonly kind: AuditKind;
  readonly detail: string | undefined;
  /** As in “There is no such watch.” */
  readonly what: string;
}

/** Removes something that the account has made. */
export async function removeNamed(
  { store, who, visit, now }: SignedInRequest,
  { table, id, kind, detail, what }: OwnRemoved,
): AccountOutcome {
  const event = detail !== undefined && accountNote({ visit, now }, who.accountId, kind, detail);
  if (!event || !(await store.write.removeOwn({ table, id, event }))) {
    return refused('not_found', `There is no such ${what}.`);
  }
  return answered({ done: true } satisfies Done);
}
