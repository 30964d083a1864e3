import { expect } from 'vitest';
import type {
  AccountExport,
  Keys,
  MadeKey,
  Me,
  Notice,
  RecoveryCodes,
  SecondFactorStart,
  SessionRow,
  AuditLog,
} from '#lib/contract/account';
import { authenticatorCode, GOOD_PASSWORD } from './account-bench.ts';
import type { AccountBrowser, AccountReply } from './account-browser.ts';

/** Where a browser stands. */
export async function me(browser: AccountBrowser): Promise<Me> {
  return answerOf<Me>(await browser.get('me'));
}

/** What its owner is told to act on, in a fixed order. */
export async function noticesOf(browser: AccountBrowser): Promise<readonly Notice[]> {
  const { account } = await me(browser);
  return [...(account?.notices ?? [])].toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
}

/** The keys that a browser shows. */
export async function keysOf(browser: AccountBrowser): Promise<Keys> {
  return answerOf<Keys>(await browser.get('keys'));
}

/** The sessions that a browser shows. */
export async function sessionsOf(browser: AccountBrowser): Promise<readonly SessionRow[]> {
  return answerOf<readonly SessionRow[]>(await browser.get('sessions'));
}

/** The kinds of the newest events, the newest first. */
export async function auditKinds(browser: AccountBrowser): Promise<readonly string[]> {
  return answerOf<AuditLog>(await browser.get('trail')).events.map(({ kind }) => kind);
}

/** Makes a key. */
export async function newKey(browser: AccountBrowser, part: object = {}): Promise<MadeKey> {
  const wish = { name: 'a key', expires: 'none', limitPerMinute: null, allowedSources: null, ...part };
  return answerOf<MadeKey>(await browser.post('keys', wish));
}

/** What an account may take along. */
export async function exportOf(browser: AccountBrowser): Promise<AccountExport> {
  return answerOf<AccountExport>(await browser.get('export'));
}

/** Switches the second factor on. */
export async function switchOnSecondFactor(browser: AccountBrowser): Promise<{
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}> {
  const begun = answerOf<SecondFactorStart>(
    await browser.post('second-factor/begin', { password: GOOD_PASSWORD }),
  );
  const code = await authenticatorCode(begun.secret);
  const confirmed = answerOf<RecoveryCodes>(await browser.post('second-factor/confirm', { code }));
  return { secret: begun.secret, recoveryCodes: confirmed.recoveryCodes };
}

/** The answer of a request that must succeed; its type is the contract's, which the tests that read its fields hold. */
export function answerOf<T>(reply: AccountReply): T {
  expect({ status: reply.status, code: reply.code }).toEqual({ status: 200, code: null });
  expect(reply.headers.get('cache-control')).toBe('no-store');
  return reply.body as T;
}
