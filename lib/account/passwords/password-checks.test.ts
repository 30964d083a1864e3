import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { createPasswordChecks, passwordThreadCount } from './password-checks.ts';
import { fitsPassword, hashPassword } from './password-hash.ts';

const QUICK = { N: 2 ** 10, r: 8, p: 1 };

const passwords = createPasswordChecks(PROJECT_ROOT);
afterAll(() => passwords.close());

describe('a password', () => {
  it('is hashed with a salt of its own and the parameters that OWASP asks for', async () => {
    const [one, other] = await Promise.all([passwords.hash('a password'), passwords.hash('a password')]);
    expect(one).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await passwords.fits('a password', one)).toBe(true);
    expect(await passwords.fits('a passwore', one)).toBe(false);
  });

  it('is the same in whatever encoding a keyboard writes its letters', () => {
    const hash = hashPassword('mot\u00f6rhead \u00fcber alles', QUICK);
    expect(fitsPassword('moto\u0308rhead u\u0308ber alles', hash)).toBe(true);
    expect(fitsPassword('motorhead uber alles', hash)).toBe(false);
  });

  it.each(['', 'scrypt:', 'plain text', 'scrypt:1024:8:1:AAAA:BBBB', 'bcrypt:1024:8:1:x:y'])(
    'fits no hash of unknown form: %s',
    (hash) => {
      expect(fitsPassword('plain text', hash)).toBe(false);
    },
  );

  it.each([
    ['password1234!', true],
    ['qwertyuiop12', true],
    ['aaaaaaaaaaaaaaaa', true],
    ['Sunshine2020!', true],
    ['crossrate2026', true],
    ['ada@example.org', true],
    ['quiet harbour lantern 42', false],
    ['kR8vLq2mZx91', false],
  ])('such as %s is easily guessed: %s', async (password, isWeak) => {
    expect(await passwords.isWeak(password, ['ada@example.org', 'crossrate'])).toBe(isWeak);
  });

  it('is hashed without holding up this thread', async () => {
    let turns = 0;
    // Rare enough to cost nothing itself, however long the threads wait for a core.
    const timer = setInterval(() => (turns += 1), 10);
    const [before, beforeInAll] = [process.threadCpuUsage(), process.cpuUsage()];
    await Promise.all([passwords.hash('a password'), passwords.hash('another')]);
    const [here, inAll] = [process.threadCpuUsage(before), process.cpuUsage(beforeInAll)];
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    // Hashing twice takes at least a tenth of a second of a core; here it is a message there and back.
    expect(here.user + here.system).toBeLessThan((inAll.user + inAll.system) / 2);
  });
});

describe('threads', () => {
  it('leave a core to whoever asks for a rate, and are two at most', () => {
    expect([1, 2, 3, 4, 64].map((cores) => passwordThreadCount(cores))).toEqual([1, 1, 2, 2, 2]);
  });

  it.each([1, 2])('are %i, however many passwords are looked at without a turn', async (threads) => {
    const checks = createPasswordChecks(PROJECT_ROOT, QUICK, threads);
    let started = 0;
    const count = () => (started += 1);
    process.on('worker', count);
    onTestFinished(async () => {
      process.off('worker', count);
      await checks.close();
    });
    const weak = await Promise.all(Array.from({ length: 100 }, () => checks.isWeak('password1234!', [])));
    expect(weak).toEqual(weak.map(() => true));
    expect(started).toBe(threads);
  });
});
