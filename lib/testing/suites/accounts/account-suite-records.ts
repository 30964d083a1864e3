import { describe, expect, it } from 'vitest';
import type { AuditLog } from '#lib/contract/account';
import { GOOD_PASSWORD, type OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import {
  answerOf,
  exportOf,
  keysOf,
  me,
  newKey,
  sessionsOf,
  switchOnSecondFactor,
  auditKinds,
} from '#lib/testing/worlds/accounts/account-replies';

const CREDENTIALS = { email: 'ada@example.org', password: GOOD_PASSWORD };
const NEW_PASSWORD = 'another harbour lantern 43';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';

/** Sessions, the password, and what is kept about an account. */
export function describeRecords(open: OpenAccountBench): void {
  describeSessions(open);
  describeCookies(open);
  describeBounds(open);
  describePassword(open);
  describeKept(open);
}

function describeSessions(open: OpenAccountBench): void {
  describe('sessions', () => {
    it('are listed with browser and address, and ended one by one', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const phone = bench.browser({ userAgent: SAFARI, address: '2001:db8::7' });
      await phone.post('sign-in', CREDENTIALS);
      const rows = await sessionsOf(owner);
      const described = rows.map(({ browser, isCurrent }) => ({ browser, isCurrent }));
      expect(described).toEqual(
        expect.arrayContaining([
          { browser: 'Safari on iOS', isCurrent: false },
          { browser: 'Firefox on Linux', isCurrent: true },
        ]),
      );
      const other = rows.find(({ isCurrent }) => !isCurrent);
      expect(other?.address).toMatch(/^2001:0?db8:/);
      expect((await owner.post('sessions/end', { id: other?.id })).status).toBe(200);
      expect((await phone.get('keys')).code).toBe('not_signed_in');
      expect((await owner.post('sessions/end', { id: other?.id })).code).toBe('not_found');
      expect(await sessionsOf(owner)).toHaveLength(1);
    });

    it('end all but this one', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const others = [bench.browser(), bench.browser()];
      for (const other of others) await other.post('sign-in', CREDENTIALS);
      expect((await owner.post('sessions/end', { others: true })).status).toBe(200);
      for (const other of others) expect(await me(other)).toMatchObject({ state: 'signed-out' });
      expect(await me(owner)).toMatchObject({ state: 'signed-in' });
    });

    it('end by signing out, and the former cookie is worth nothing', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const kept = new Map(owner.cookies);
      expect((await owner.post('sign-out')).status).toBe(200);
      expect([...owner.cookies.keys()]).toEqual(['crossrate_known']);
      for (const [name, value] of kept) owner.cookies.set(name, value);
      expect((await owner.get('keys')).code).toBe('not_signed_in');
    });
  });
}

function describeCookies(open: OpenAccountBench): void {
  describe('cookies', () => {
    it('have __Host- names over TLS, and neither scripts nor other sites can use them', async () => {
      const bench = await open();
      const browser = bench.browser({ origin: 'https://rates.example.org' });
      const token = await bench.setUpToken();
      const made = await browser.post('set-up', { token, ...CREDENTIALS });
      const lines = made.headers.getSetCookie();
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        '__Host-crossrate_session',
        '__Host-crossrate_known',
      ]);
      for (const line of lines) {
        expect(line).toMatch(/; Path=\/(;|$)/i);
        expect(line).toMatch(/; HttpOnly(;|$)/i);
        expect(line).toMatch(/; SameSite=Strict(;|$)/i);
        expect(line).toMatch(/; Secure(;|$)/i);
        expect(line).not.toMatch(/; Domain/i);
      }
      expect(await me(browser)).toMatchObject({ state: 'signed-in' });
    });
  });
}

function describeBounds(open: OpenAccountBench): void {
  describe('what an account may pile up', () => {
    it('is 300 changes an hour', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const change = () => owner.post('keys/rename', { id: 'never-was', name: 'a' });
      for (let index = 0; index < 300; index += 1) expect((await change()).code).toBe('not_found');
      const refused = await change();
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(refused.headers.get('retry-after')).toBe('3600');
      expect((await owner.get('keys')).status).toBe(200);
      bench.advance(3_600_000);
      expect((await change()).code).toBe('not_found');
    });

    it('is 50 sessions: one more ends the oldest', async () => {
      const bench = await open();
      const first = await bench.signedIn();
      let newest = first;
      for (let index = 0; index < 50; index += 1) {
        expect(await me(first)).toMatchObject({ state: 'signed-in' });
        newest = bench.browser();
        expect((await newest.post('sign-in', CREDENTIALS)).status).toBe(200);
      }
      expect(await me(first)).toMatchObject({ state: 'signed-out' });
      expect(await sessionsOf(newest)).toHaveLength(50);
    });

    it('is a trail of so many entries, none of them older than is kept', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      for (let index = 0; index < 8; index += 1) await newKey(owner, { name: `key ${index}` });
      const before = await auditKinds(owner);
      const sinceMs = bench.now().getTime();
      await bench.store.write.pruneAuditLog({ sinceMs, ofAccountMax: before.length });
      expect(await auditKinds(owner)).toEqual(before);
      await bench.store.write.pruneAuditLog({ sinceMs, ofAccountMax: 5 });
      expect(await auditKinds(owner)).toEqual(before.slice(0, 5));
      bench.advance(1);
      await newKey(owner, { name: 'later' });
      await bench.store.write.pruneAuditLog({ sinceMs: bench.now().getTime(), ofAccountMax: 5 });
      expect(await auditKinds(owner)).toEqual(['created']);
    });
  });
}

function describePassword(open: OpenAccountBench): void {
  describe('changing the password', () => {
    it('needs the current one and a good new one, and ends every other session and half-done sign-in', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const other = bench.browser();
      await other.post('sign-in', CREDENTIALS);
      const change = (current: string, next: string) => owner.post('password', { current, next });
      expect((await change('wrong password', NEW_PASSWORD)).code).toBe('wrong_password');
      expect((await change(GOOD_PASSWORD, 'short')).code).toBe('weak_password');
      expect((await change(GOOD_PASSWORD, 'iloveyou1234')).code).toBe('weak_password');
      expect(await me(other)).toMatchObject({ state: 'signed-in' });
      expect((await change(GOOD_PASSWORD, NEW_PASSWORD)).status).toBe(200);
      expect(await me(other)).toMatchObject({ state: 'signed-out' });
      expect(await me(owner)).toMatchObject({ state: 'signed-in' });
      expect((await bench.browser().post('sign-in', CREDENTIALS)).code).toBe('wrong_credentials');
    });

    it('takes the code from whoever has given the former password', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { recoveryCodes } = await switchOnSecondFactor(owner);
      const thief = bench.browser();
      await thief.post('sign-in', CREDENTIALS);
      await owner.post('password', { current: GOOD_PASSWORD, next: NEW_PASSWORD });
      const code = { recoveryCode: recoveryCodes[0] };
      expect((await thief.post('second-factor', code)).code).toBe('not_signed_in');
    });
  });
}

function describeKept(open: OpenAccountBench): void {
  describe('what is kept about an account', () => {
    it('is exported whole, without a secret', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key, secret } = await newKey(owner);
      const reply = await owner.get('export');
      expect(reply.headers.get('content-disposition')).toMatch(
        /^attachment; filename="crossrate-account-\d{4}-\d\d-\d\d\.json"$/,
      );
      const exported = await exportOf(owner);
      expect(exported.account).toMatchObject({ email: CREDENTIALS.email, hasSecondFactor: false });
      expect(exported.keys).toMatchObject([{ id: key.id, usage: {} }]);
      expect(exported.sessions).toHaveLength(1);
      expect(exported.trail.map(({ kind }) => kind)).toContain('account-made');
      const text = JSON.stringify(exported);
      for (const part of [secret.slice(14, -4), 'scrypt:', 'hash']) expect(text).not.toContain(part);
    });

    it('is in a trail of pages without gap or repetition', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      for (let index = 0; index < 60; index += 1) {
        await owner.post('keys/rename', { id: key.id, name: `name ${index}` });
      }
      const first = answerOf<AuditLog>(await owner.get('trail'));
      const second = answerOf<AuditLog>(await owner.get(`trail?before=${first.next}`));
      expect(first.events).toHaveLength(50);
      expect(second.next).toBeNull();
      const ids = [...first.events, ...second.events].map(({ id }) => Number(id));
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
      expect(ids).toHaveLength(63);
      expect((await owner.get('trail?before=x')).code).toBe('invalid_parameter');
    });

    it('goes with the account, and its keys stop working; the next account begins anew', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { recoveryCodes } = await switchOnSecondFactor(owner);
      await newKey(owner);
      const remove = (password: string, confirmation: string, code?: string) =>
        owner.post('delete', { password, confirmation, code });
      expect((await remove('wrong password', CREDENTIALS.email)).code).toBe('wrong_password');
      expect((await remove(GOOD_PASSWORD, 'ada')).code).toBe('wrong_confirmation');
      expect((await remove(GOOD_PASSWORD, CREDENTIALS.email)).code).toBe('wrong_code');
      expect((await remove(GOOD_PASSWORD, CREDENTIALS.email, '000000')).code).toBe('wrong_code');
      expect((await keysOf(owner)).keys).toHaveLength(1);
      const before = await bench.store.readRevisions();
      expect((await remove(GOOD_PASSWORD, 'Ada@example.org', recoveryCodes[0])).status).toBe(200);
      expect(await bench.store.readActiveApiKeys()).toEqual([]);
      expect((await bench.store.readRevisions()).keys).toBe(before.keys + 1);
      expect(await bench.store.readAccountByEmail(CREDENTIALS.email)).toBeNull();
      expect(await me(owner)).toEqual({ state: 'set-up', signUp: 'closed' });
      expect((await owner.post('sign-in', CREDENTIALS)).code).toBe('wrong_credentials');
    });
  });
}
