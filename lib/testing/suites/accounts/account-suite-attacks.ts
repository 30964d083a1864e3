import { describe, expect, it } from 'vitest';
import { makeResetLink } from '#lib/account/secrets/reset-link';
import {
  type AccountBench,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { me, switchOnSecondFactor } from '#lib/testing/worlds/accounts/account-replies';

const EMAIL = 'ada@example.org';
const RIGHT = { email: EMAIL, password: GOOD_PASSWORD };
const WRONG = { email: EMAIL, password: 'wrong one here' };

/** Strangers who would keep the owner out, or learn who has an account. */
export function describeAttacks(open: OpenAccountBench): void {
  describeGuessing(open);
  describeNeighbours(open);
  describeWrongCodes(open);
  describeTokens(open);
  describeFloods(open);
  describeTelling(open);
}

function describeGuessing(open: OpenAccountBench): void {
  describe('wrong passwords from elsewhere', () => {
    it('keep the owner waiting once on a new device, however often they come', async () => {
      const bench = await open();
      await bench.signedIn();
      const { attack, browser, guess } = attackersOf(bench);
      await attack();
      const rivals = [browser(), browser(), browser()];
      for (const rival of rivals) expect((await rival.post('sign-in', WRONG)).status).toBe(429);
      const owner = bench.browser({ address: '203.0.113.7' });
      const told = await owner.post('sign-in', RIGHT);
      expect(told).toMatchObject({ status: 429, code: 'rate_limited' });
      const waitSeconds = Number(told.headers.get('retry-after'));
      expect(waitSeconds).toBeGreaterThan(60);
      expect(waitSeconds).toBeLessThanOrEqual(120);
      for (let second = 0; second < waitSeconds; second += 5) {
        bench.advance(1000 * Math.min(5, waitSeconds - second));
        await guess();
      }
      for (const rival of rivals) expect((await rival.post('sign-in', WRONG)).status).toBe(401);
      expect((await owner.post('sign-in', RIGHT)).body).toEqual({ next: 'signed-in' });
    });

    it('come slower from each new network while an account is attacked', async () => {
      const bench = await open();
      await bench.signedIn();
      const { attack, guess } = attackersOf(bench);
      await attack();
      for (let index = 0; index < 10; index += 1) {
        const { status, headers } = await guess();
        expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 429, wait: '120' });
      }
    });

    it('do not make a browser wait that the owner has used', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      await owner.post('sign-out');
      await attackersOf(bench).attack();
      const neighbour = bench.browser();
      for (let index = 0; index < 10; index += 1) await neighbour.post('sign-in', WRONG);
      expect((await owner.post('sign-in', RIGHT)).status).toBe(200);
    });
  });
}

function describeNeighbours(open: OpenAccountBench): void {
  describe('a wait', () => {
    it('that was waited for is good for one account and one network, and one wrong password', async () => {
      const bench = await open();
      await bench.signedIn();
      await attackersOf(bench).attack();
      const one = bench.browser({ address: '203.0.113.7' });
      const told = await one.post('sign-in', WRONG);
      bench.advance(1000 * Number(told.headers.get('retry-after')));
      const elsewhere = bench.browser({ address: '203.0.113.8' });
      for (const [name, value] of one.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.post('sign-in', WRONG)).status).toBe(429);
      expect((await one.post('sign-in', WRONG)).status).toBe(401);
      expect((await one.post('sign-in', WRONG)).status).toBe(429);
    });

    it('is as long for an address that nobody has here', async () => {
      const bench = await open();
      await bench.signedIn();
      const waits = [];
      for (const email of [EMAIL, 'nobody@example.org']) {
        const browser = bench.browser({ address: '198.51.100.9' });
        const answers = [];
        for (let index = 0; index < 7; index += 1) {
          const { status, headers } = await browser.post('sign-in', { email, password: 'wrong one here' });
          answers.push([status, headers.get('retry-after')]);
        }
        waits.push(answers);
      }
      expect(waits[0]).toEqual(waits[1]);
      expect(waits[0]?.at(-1)).toEqual([429, '1']);
    });

    it('is not for those behind an address with twenty wrong passwords', async () => {
      const bench = await open();
      await bench.signedIn();
      const guesser = bench.browser({ address: '198.51.100.9' });
      for (let index = 0; index < 20; index += 1) {
        await guesser.post('sign-in', { email: `n${index}@example.org`, password: 'wrong one here' });
      }
      const neighbour = bench.browser({ address: '198.51.100.9' });
      expect((await neighbour.post('sign-in', RIGHT)).status).toBe(200);
    });
  });
}

function describeWrongCodes(open: OpenAccountBench): void {
  describe('wrong codes after a stolen password', () => {
    it('do not make a browser wait in which the owner has given a code before', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { recoveryCodes } = await switchOnSecondFactor(owner);
      const enter = async (index: number) => {
        expect((await owner.post('sign-in', RIGHT)).body).toEqual({ next: 'second-factor' });
        return owner.post('second-factor', { recoveryCode: recoveryCodes[index] });
      };
      expect((await enter(0)).status).toBe(200);
      await owner.post('sign-out');
      const thief = bench.browser({ address: '198.51.100.9' });
      await thief.post('sign-in', RIGHT);
      for (let index = 0; index < 6; index += 1) {
        await thief.post('second-factor', { code: `00000${index}` });
      }
      expect((await enter(1)).status).toBe(200);
    });
  });
}

function describeTokens(open: OpenAccountBench): void {
  describe('wrong tokens', () => {
    it('ten of them do not block the right set-up token', async () => {
      const bench = await open();
      const token = await bench.setUpToken();
      const use = (text: string) => bench.browser().post('set-up', { token: text, ...RIGHT });
      for (let index = 0; index < 10; index += 1) expect((await use('wrong')).code).toBe('invalid_token');
      expect((await use(token)).status).toBe(200);
    });

    it('ten of them do not block an operator’s link, at the same address', async () => {
      const bench = await open();
      await bench.signedIn();
      const use = (token: string) => bench.browser().post('reset', { token, password: GOOD_PASSWORD });
      for (let index = 0; index < 10; index += 1) expect((await use('wrong')).code).toBe('invalid_token');
      expect((await use(await resetToken(bench))).status).toBe(200);
    });
  });
}

function describeFloods(open: OpenAccountBench): void {
  describe('a flood of sign-ins', () => {
    it('is refused with a time, and lets in those with proof: a used browser, an operator’s link', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      await owner.post('sign-out');
      const link = await resetToken(bench);
      const flood = Array.from({ length: 200 }, (_, index) =>
        bench
          .browser({ address: `198.51.100.${index}` })
          .post('sign-in', { email: `n${index}@example.org`, password: 'wrong one here' }),
      );
      const known = await owner.post('sign-in', RIGHT);
      const reset = await bench.browser().post('reset', { token: link, password: GOOD_PASSWORD });
      expect([known.status, reset.status]).toEqual([200, 200]);
      const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(100);
      expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    });

    it('from one address leaves turns to the others', async () => {
      const bench = await open();
      await bench.signedIn();
      const flood = Array.from({ length: 200 }, (_, index) =>
        bench
          .browser({ address: '198.51.100.9' })
          .post('sign-in', { email: `n${index}@example.org`, password: 'wrong one here' }),
      );
      const other = bench.browser({ address: '203.0.113.7' });
      expect((await other.post('sign-in', RIGHT)).status).toBe(200);
      await Promise.all(flood);
    });
  });
}

function describeTelling(open: OpenAccountBench): void {
  describe('registration', () => {
    it('answers an address that is taken as one that is free, and changes nothing of its account', async () => {
      const bench = await open({ isSignUpOpen: true });
      await bench.signedIn();
      const nowMs = bench.now().getTime();
      await bench.store.write.ensureAccount({ email: 'keys@example.org', nowMs });
      const password = 'another harbour lantern 43';
      const answers: object[] = [];
      for (const email of ['free@example.org', EMAIL, 'ADA@example.org', 'keys@example.org']) {
        const browser = bench.browser();
        const { status, body, headers } = await browser.post('sign-up', { email, password });
        headers.delete('x-request-id');
        answers.push({ status, body, headers: [...headers], cookies: [...browser.cookies] });
      }
      expect(answers[0]).toMatchObject({ status: 200, body: { done: true }, cookies: [] });
      expect(answers).toEqual(answers.map(() => answers[0]));
      const enter = (email: string) => bench.browser().post('sign-in', { email, password });
      expect((await enter('free@example.org')).status).toBe(200);
      expect((await enter(EMAIL)).code).toBe('wrong_credentials');
      expect((await enter('keys@example.org')).code).toBe('wrong_credentials');
      const owner = bench.browser();
      expect((await owner.post('sign-in', RIGHT)).status).toBe(200);
      expect(await me(owner)).toMatchObject({ account: { email: EMAIL } });
    });
  });
}

/** Networks that guess at the owner's password, each once: `guess` from one more; `attack` from thirty that wait as they are told. */
function attackersOf(bench: AccountBench) {
  let network = 0;
  const browser = () => {
    network += 1;
    return bench.browser({ address: `10.0.${network >> 8}.${network & 255}` });
  };
  const attack = async () => {
    for (let index = 0; index < 30; index += 1) {
      const attacker = browser();
      const told = await attacker.post('sign-in', WRONG);
      if (told.status !== 429) continue;
      bench.advance(1000 * Number(told.headers.get('retry-after')));
      expect((await attacker.post('sign-in', WRONG)).status).toBe(401);
    }
  };
  return { attack, browser, guess: () => browser().post('sign-in', WRONG) };
}

async function resetToken(bench: AccountBench): Promise<string> {
  const wish = { email: EMAIL, origin: 'https://rates.example.org', dropsSecondFactor: false };
  const link = await makeResetLink(bench.store, wish, bench.now());
  if (!link.ok) throw new Error(link.error.sentence);
  return link.value.split('#token=')[1] ?? '';
}
