import type { AuditKind } from '#lib/contract/account';
import type { AuditEntry } from '#lib/store/accounts/audit-log';
import type { AccountCall } from './endpoint.ts';
import { browserName } from './browser-name.ts';

/** An entry of the audit log about the account itself, from where the request came. */
export function accountNote(
  { visit, now }: Pick<AccountCall, 'visit' | 'now'>,
  accountId: string,
  kind: AuditKind,
  detail: string | null = null,
): AuditEntry {
  return {
    accountId,
    atMs: now.getTime(),
    kind,
    keyId: null,
    keyName: null,
    address: visit.address,
    detail,
  };
}

/** Writes an entry down. */
export function noteInAuditLog(
  request: AccountCall,
  accountId: string,
  kind: AuditKind,
  detail: string | null = null,
): Promise<void> {
  return request.store.write.appendAuditEntries([accountNote(request, accountId, kind, detail)]);
}

/** A sentence about the visitor's browser; null when it does not say. */
export function fromBrowser({ visit }: Pick<AccountCall, 'visit'>): string | null {
  return browserName(visit.userAgent);
}
