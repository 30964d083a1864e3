import type { Done, Me, Notice, SessionRow, SignedInAccount, AuditKind } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS } from '#lib/contract/account-schemas';
import type { AccountError } from '#lib/contract/account-errors';
import { DAY_MS } from '#lib/domain/durations';
import { fail, ok } from '#lib/domain/result';
import type { StoredSession } from '#lib/store/accounts/auth-sessions';
import { keyState } from '#lib/account/keys/api-keys';
import type { SignInOutcome } from '#lib/account/sign-in/sign-ins';
import { answered, refused } from './answers.ts';
import { browserName } from './browser-name.ts';
import {
  type AccountEndpoint,
  type AccountOutcome,
  type AccountCall,
  forAnybody,
  forSignedIn,
  type SignedInRequest,
} from './endpoint.ts';
import { faultOfPassword } from './new-password.ts';
import { tryOwnPassword } from './own-password.ts';
import { accountNote, fromBrowser, noteInAuditLog } from './audit-notes.ts';

/** How long a key that was sent in clear is complained about, unless it is replaced. */
const SEEN_IN_CLEAR_MS = 30 * DAY_MS;

const LIMITED_MS = DAY_MS;

/** How long wrong codes are told of, unless the password is changed. */
const WRONG_CODES_MS = 7 * DAY_MS;

/** Keys that end sooner than this are announced. */
const EXPIRING_MS = 14 * DAY_MS;

/** Where somebody stands, where they are signed in, and their password. */
export const SESSION_ENDPOINTS: readonly AccountEndpoint[] = [
  forAnybody('GET', 'me', ACCOUNT_SCHEMAS.nothing, tellMe),
  forSignedIn('GET', 'sessions', ACCOUNT_SCHEMAS.nothing, listSessions),
  forSignedIn('POST', 'sessions/end', ACCOUNT_SCHEMAS.endSessions, endSessions),
  forSignedIn('POST', 'password', ACCOUNT_SCHEMAS.passwordChange, changePassword),
];

async function tellMe(request: AccountCall): AccountOutcome {
  const { signIns, visit, store, settings } = request;
  const signUp = settings.isSignUpOpen ? 'open' : 'closed';
  const { value: who, cookies } = await signIns.session(visit);
  if (who) {
    const account = await describeAccount({ ...request, who });
    return answered({ state: 'signed-in', signUp, account } satisfies Me, cookies);
  }
  const isPending = (await signIns.pending(visit)) !== null;
  const state = isPending ? 'second-factor' : (await store.hasLogin()) ? 'signed-out' : 'set-up';
  return answered({ state, signUp } satisfies Me, cookies);
}

async function describeAccount(request: SignedInRequest): Promise<SignedInAccount> {
  const { who, signIns } = request;
  return {
    email: who.email,
    name: who.name,
    createdAt: who.createdAt.toISOString(),
    hasSecondFactor: who.hasSecondFactor,
    recoveryCodesLeft: who.hasSecondFactor ? (await signIns.recoveryCodes(who.accountId)).length : 0,
    notices: await readNotices(request),
  };
}

/** The newest of each kind and key, of keys that still work and have no successor. */
async function readNotices({ store, who, now }: SignedInRequest): Promise<readonly Notice[]> {
  const nowMs = now.getTime();
  const keys = await store.readKeysOfAccount({ accountId: who.accountId, nowMs });
  const active = new Map(keys.filter((key) => keyState(key, now) === 'active').map((key) => [key.id, key]));
  const events = await store.readAuditNotices({
    accountId: who.accountId,
    sinceMs: nowMs - SEEN_IN_CLEAR_MS,
  });
  const notices: Notice[] = [...(await readWrongCodes(store, who.accountId, nowMs))];
  const told = new Set<string>();
  for (const { kind, keyId, atMs, address } of events) {
    const key = keyId === null ? undefined : active.get(keyId);
    if (!key || told.has(`${kind} ${keyId}`)) continue;
    told.add(`${kind} ${keyId}`);
    const about = { keyId: key.id, keyName: key.name, at: new Date(atMs).toISOString() };
    if (kind === 'seen-in-clear') notices.push({ kind, ...about, address });
    else if (kind === 'limited' && nowMs - atMs < LIMITED_MS) notices.push({ kind, ...about });
  }
  for (const { id, name, expires_at: endsAtMs } of active.values()) {
    if (endsAtMs === null || endsAtMs - nowMs > EXPIRING_MS) continue;
    const expiresAt = new Date(endsAtMs).toISOString();
    notices.push({ kind: 'expiring', keyId: id, keyName: name, expiresAt });
  }
  return notices;
}

/** Wrong codes of the last days, unless the password that somebody else must know was changed since. */
async function readWrongCodes(
  store: SignedInRequest['store'],
  accountId: string,
  nowMs: number,
): Promise<readonly Notice[]> {
  const kinds = ['second-factor-failed', 'password-changed', 'password-reset'] satisfies AuditKind[];
  const newest = await store.readNewestAuditEntry({ accountId, kinds, sinceMs: nowMs - WRONG_CODES_MS });
  if (newest?.kind !== 'second-factor-failed') return [];
  const { kind, atMs, address } = newest;
  return [{ kind, at: new Date(atMs).toISOString(), address }];
}

async function listSessions({ store, who, now }: SignedInRequest): AccountOutcome {
  const sessions = await store.readSessions({ accountId: who.accountId, nowMs: now.getTime() });
  return answered(
    sessions.map((session) => ({
      ...describeSession(session),
      isCurrent: session.id === who.sessionId,
    })) satisfies SessionRow[],
  );
}

/** A session as its owner sees it. */
export function describeSession(session: StoredSession): Omit<SessionRow, 'isCurrent'> {
  return {
    id: session.id,
    createdAt: new Date(session.createdAtMs).toISOString(),
    lastSeenAt: new Date(session.lastSeenAtMs).toISOString(),
    address: session.address,
    browser: browserName(session.userAgent),
  };
}

async function endSessions(
  request: SignedInRequest,
  body: { readonly id: string } | { readonly others: true },
): AccountOutcome {
  const { store, who } = request;
  const which = 'id' in body ? { id: body.id } : { allBut: who.sessionId };
  const event = accountNote(request, who.accountId, 'sessions-ended', fromBrowser(request));
  const ended = await store.write.endSessions({ accountId: who.accountId, which, event });
  if (ended === 0 && 'id' in body) return refused('not_found', 'There is no such session.');
  return answered({ done: true } satisfies Done);
}

async function changePassword(
  request: SignedInRequest,
  change: { readonly current: string; readonly next: string },
): AccountOutcome {
  const { store, who, visit, signIns, passwords } = request;
  // In one turn, because looking how easily a password is guessed takes a thread as hashing does.
  const changed = await tryOwnPassword(request, async (): SignInOutcome<AccountError | null> => {
    const confirmed = await signIns.confirmPassword(visit, change.current);
    if (!confirmed.ok) return confirmed;
    const fault = await faultOfPassword(passwords, change.next, who.email);
    return fault ? ok({ value: fault, cookies: [] }) : signIns.changePassword(visit, change);
  });
  if (!changed.ok) return changed;
  if (changed.value.value) return fail(changed.value.value);
  await store.write.dropPendingSignIns({ accountId: who.accountId });
  await noteInAuditLog(request, who.accountId, 'password-changed', fromBrowser(request));
  return answered({ done: true } satisfies Done, changed.value.cookies);
}
