import { z } from 'zod';
import {
  type AccountExport,
  type Done,
  type AuditLog,
  AUDIT_KINDS,
  type AuditEvent,
} from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import { ok } from '#lib/domain/result';
import type { StoredAuditEntry } from '#lib/store/accounts/audit-log';
import { answered, refused, slowedDown } from './answers.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';
import { asUsed, keyFacts } from './key-row.ts';
import { tryBothFactors } from './own-password.ts';
import { describeSession } from './session-endpoints.ts';
import { noteInAuditLog } from './audit-notes.ts';
import { feedLinkRow } from './feed-link-endpoints.ts';

const PAGE_LENGTH = 50;

/** Entries of an export, the newest; reading more would hold up whoever asks for a rate. */
const EXPORTED_MAX = 10_000;

const POSITION_FORM = /^[1-9]\d{0,14}$/;

const KIND = z.enum(AUDIT_KINDS);

/** What is kept about an account: read, taken along, and removed. */
export const RECORD_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'trail', ACCOUNT_SCHEMAS.nothing, readAuditLog),
  forSignedIn('GET', 'export', ACCOUNT_SCHEMAS.nothing, exportAccount),
  forSignedIn('POST', 'delete', ACCOUNT_SCHEMAS.deleteAccount, deleteAccount),
];

async function readAuditLog({ store, who, query }: SignedInRequest): AccountOutcome {
  const before = query.get('before');
  if (before !== null && !POSITION_FORM.test(before)) {
    return refused('invalid_parameter', 'before must be what the page before gave as next.');
  }
  const beforeId = before === null ? null : Number(before);
  // One more than shown, to know whether there are older ones.
  const found = await store.readAuditLog({ accountId: who.accountId, beforeId, limit: PAGE_LENGTH + 1 });
  const shown = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? shown.at(-1) : undefined;
  return answered({ events: shown.map(eventOf), next: last ? String(last.id) : null } satisfies AuditLog);
}

async function exportAccount(request: SignedInRequest): AccountOutcome {
  const { store, uses, who, now } = request;
  const { accountId } = who;
  const taken = request.allowances.exports.take(accountId, now.getTime());
  if (taken !== 'taken') return slowedDown(taken.retryAfterSeconds);
  await noteInAuditLog(request, accountId, 'exported');
  const keys = await asUsed(uses, await store.readKeysOfAccount({ accountId, nowMs: now.getTime() }));
  const usage = await store.readKeyUsage({ accountId, sinceDay: '' });
  const sessions = await store.readSessions({ accountId, nowMs: now.getTime() });
  const trail = await store.readAuditLog({ accountId, beforeId: null, limit: EXPORTED_MAX });
  const body: AccountExport = {
    exportedAt: now.toISOString(),
    account: {
      id: accountId,
      email: who.email,
      createdAt: who.createdAt.toISOString(),
      hasSecondFactor: who.hasSecondFactor,
    },
    keys: keys.map((key) => ({
      ...keyFacts(key, now),
      usage: Object.fromEntries(usage.filter(({ keyId }) => keyId === key.id).map(({ day, n }) => [day, n])),
    })),
    sessions: sessions.map(describeSession),
    trail: trail.map(eventOf),
    watches: await store.readPairWatches(accountId),
    webhooks: await store.readWebhooks(accountId),
    feedLinks: (await store.readFeedLinks(accountId)).map(feedLinkRow),
  };
  const name = `crossrate-account-${now.toISOString().slice(0, 10)}.json`;
  return ok({ body, headers: { 'Content-Disposition': `attachment; filename="${name}"` } });
}

async function deleteAccount(request: SignedInRequest, body: AccountBody<'deleteAccount'>): AccountOutcome {
  const { store, who, visit, signIns, catchUp } = request;
  if (body.confirmation.trim().toLowerCase() !== who.email) {
    return refused('wrong_confirmation', "Type the account's address.");
  }
  const own = await tryBothFactors(request, body);
  if (!own.ok) return own;
  await store.write.deleteAccount({ accountId: who.accountId });
  await catchUp();
  const { cookies } = await signIns.signOut(visit);
  return answered({ done: true } satisfies Done, cookies);
}

function eventOf(entry: StoredAuditEntry): AuditEvent {
  return {
    id: String(entry.id),
    at: new Date(entry.atMs).toISOString(),
    kind: KIND.parse(entry.kind),
    keyId: entry.keyId,
    keyName: entry.keyName,
    address: entry.address,
    detail: entry.detail,
  };
}
