import type { AccountError } from '#lib/contract/account-errors';
import { fail, type Result } from '#lib/domain/result';
import { cookieIn, cookieNames, setCookieLine } from '#lib/account/cookies';
import type { ThrottleSubject } from '#lib/account/throttle';
import { slowedDown } from './answers.ts';
import type { AccountRequest } from './endpoint.ts';

/** Whoever mistypes is not slowed down; after that the waits double up to a minute. */
const PERSON = { free: 5, waitMaxMs: 60_000, isShared: false } as const;

/** An address may be a whole office, but one that goes on guessing waits longer. */
const NEIGHBOURHOOD = { free: 20, waitMaxMs: 300_000, isShared: true } as const;

/** What a try was; `neither` counts for nothing, such as one that was refused for another reason. */
export type TryOutcome = 'right' | 'wrong' | 'neither';

/** A year: browsers keep no cookie for longer than 400 days. */
const KNOWN_SECONDS = 365 * 24 * 3600;

/**
 * Does what somebody may have to be slowed down for: counted against the subjects and the visitor's address before it begins,
 * and forgiven when it was right. The work comes in turn, because it hashes passwords.
 */
export async function tryCarefully<T>(
  { throttle, passwords, visit, now }: AccountRequest,
  subject: string,
  work: () => Promise<{ readonly was: TryOutcome; readonly value: T }>,
): Promise<Result<T, AccountError>> {
  const subjects: readonly ThrottleSubject[] = [
    { name: subject, rule: PERSON },
    { name: `address:${visit.address}`, rule: NEIGHBOURHOOD },
  ];
  const begun = throttle.begin(subjects, now.getTime());
  if ('waitMs' in begun) return slowedDown(Math.ceil(begun.waitMs / 1000));
  const done = await passwords.inTurn(work).catch((error: unknown) => {
    begun.undone();
    throw error;
  });
  if (!done.ok) {
    begun.undone();
    return fail({
      code: 'rate_limited',
      message: 'Many people are signing in at this moment. Try again in a few seconds.',
      retryAfterSeconds: done.error.retryAfterSeconds,
    });
  }
  if (done.value.was === 'right') begun.succeeded();
  else if (done.value.was === 'neither') begun.undone();
  return { ok: true, value: done.value.value };
}

/** Whose tries a sign-in counts against: the browser's own where the account was signed in before, else the account's. */
export function signInSubject({ known, visit }: AccountRequest, email: string): string {
  const cookie = cookieIn(visit.cookie, cookieNames(visit.isEncrypted).known);
  const browser = known.recognise(cookie, email);
  return browser === null ? `sign-in:${email}` : `browser:${browser}`;
}

/** The Set-Cookie line by which this browser is recognised when the account signs in again; none when it is already. */
export function knownBrowserLine({ known, visit }: AccountRequest, email: string): readonly string[] {
  const name = cookieNames(visit.isEncrypted).known;
  if (known.recognise(cookieIn(visit.cookie, name), email) !== null) return [];
  const { isEncrypted } = visit;
  return [setCookieLine({ name, value: known.mark(email), maxAgeSeconds: KNOWN_SECONDS, isEncrypted })];
}
