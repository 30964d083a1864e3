import { fail, type Result } from '#lib/domain/result';
import type { BrowserProof } from '#lib/account/limits/browser-marks';
import { cookieIn, cookieNames, setCookieLine } from '#lib/account/sign-in/cookies';
import type { ThrottleRule, ThrottleSubject } from '#lib/account/limits/limits';
import type { TurnPlace } from '#lib/account/limits/turns';
import { slowedDown } from './answers.ts';
import type { AccountRefusal, AccountCall } from './endpoint.ts';

/*
 * The figures of docs/sign-in.md.
 */

/** A person who has proof: a browser used before, a session, the password when a code is asked for. */
const PROVEN: ThrottleRule = { free: 5, waitMaxMs: 60_000 };

/** One network that tries to sign in to one account. */
const STRANGER: ThrottleRule = { free: 5, waitMaxMs: 300_000 };

/** All strangers who try one account: each next network waits before its first try. */
const ATTACKED_ACCOUNT: ThrottleRule = { free: 20, waitMaxMs: 120_000 };

/** All accounts that one network tries. It may be a whole office, which waits once and not for long. */
const GUESSING_NETWORK: ThrottleRule = { free: 100, waitMaxMs: 60_000 };

/** What a try was; `neither` counts for nothing, such as one that was refused for another reason. */
export type TryOutcome = 'right' | 'wrong' | 'neither';

/** Somebody whose tries are counted. */
export interface CountedTrier {
  readonly place: TurnPlace;
  readonly own: ThrottleSubject;
  readonly shared: readonly ThrottleSubject[];
  /** The address that a stranger signs in with; null for those who have proof. */
  readonly email: string | null;
}

/** A year: browsers keep no cookie for longer than 400 days. */
const KNOWN_SECONDS = 365 * 24 * 3600;

/** How long after its instant a ticket is good: long enough to come back to the page. */
const TICKET_MS = 600_000;

/**
 * Does what somebody may have to be slowed down for: counted before it begins and forgiven if it was right. The work comes in
 * turn, because it hashes passwords. A stranger who has to wait gets the instant as a cookie and need not wait twice.
 */
export async function tryCarefully<T>(
  request: AccountCall,
  { place, own, shared, email }: CountedTrier,
  work: () => Promise<{ readonly was: TryOutcome; readonly value: T }>,
): Promise<Result<T, AccountRefusal>> {
  const { throttles, now } = request;
  const nowMs = now.getTime();
  const toldMs = email === null ? null : toldOf(request, email);
  const begun = throttles[place.lane].begin({ own, shared, toldMs }, nowMs);
  if ('waitMs' in begun) {
    const slowed = slowedDown(Math.ceil(begun.waitMs / 1000));
    if (email === null) return slowed;
    return fail({ ...slowed.error, cookies: [ticketLine(request, email, begun.waitMs)] });
  }
  const done = await inTurn(request, place, work).catch((error: unknown) => {
    begun.undone();
    throw error;
  });
  if (!done.ok || done.value.was === 'neither') begun.undone();
  else if (done.value.was === 'right') begun.succeeded();
  return done.ok ? { ok: true, value: done.value.value } : done;
}

/** Does what hashes passwords when its turn comes. */
export async function inTurn<T>(
  { passwords }: AccountCall,
  place: TurnPlace,
  work: () => Promise<T>,
): Promise<Result<T, AccountRefusal>> {
  const done = await passwords.inTurn(place, work);
  if (done.ok) return done;
  return slowedDown(
    done.error.retryAfterSeconds,
    'Many people are signing in at this moment. Try again in a few seconds.',
  );
}

/** Who signs in: a browser that the account was used in counts for itself, any other for its network. */
export function signInTrier(request: AccountCall, email: string): CountedTrier {
  const browser = knownBrowser(request, email, 'password');
  if (browser !== null) return provenTrier(email, `browser:${browser}`);
  const { address } = request.visit;
  return {
    place: { lane: 'stranger', name: `${address}` },
    own: { name: `${address} ${email}`, rule: STRANGER },
    shared: [
      { name: `account:${email}`, rule: ATTACKED_ACCOUNT },
      { name: `network:${address}`, rule: GUESSING_NETWORK },
    ],
    email,
  };
}

/**
 * Who gives a code after the password. There are only a million codes, so all browsers count together but those in which the
 * account's codes were given before.
 */
export function codeTrier(
  request: AccountCall,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): CountedTrier {
  const browser = knownBrowser(request, email, 'code');
  return provenTrier(email, browser === null ? `code:${accountId}` : `code-browser:${browser}`);
}

/** Somebody with proof; `name` is what the tries are counted under. */
export function provenTrier(email: string, name: string): CountedTrier {
  return {
    place: { lane: 'proven', name: email },
    own: { name, rule: PROVEN },
    shared: [],
    email: null,
  };
}

/** The Set-Cookie line by which this browser is recognised when the account signs in again; none if it is already. */
export function knownBrowserLine(
  request: AccountCall,
  email: string,
  proof: BrowserProof,
): readonly string[] {
  if (knownBrowser(request, email, proof) !== null) return [];
  const { marks, visit } = request;
  return [
    setCookieLine({
      name: cookieNames(visit.isEncrypted).known,
      value: marks.mark(email, proof),
      maxAgeSeconds: KNOWN_SECONDS,
      isEncrypted: visit.isEncrypted,
    }),
  ];
}

function knownBrowser({ marks, visit }: AccountCall, email: string, proof: BrowserProof): string | null {
  return marks.recognise(cookieIn(visit.cookie, cookieNames(visit.isEncrypted).known), email, proof);
}

/** Null also for a ticket that was not used for too long. */
function toldOf({ marks, visit, now }: AccountCall, email: string): number | null {
  const ticket = cookieIn(visit.cookie, cookieNames(visit.isEncrypted).waiting);
  const toldMs = marks.toldMs(ticket, { email, network: visit.address });
  return toldMs !== null && now.getTime() - toldMs < TICKET_MS ? toldMs : null;
}

function ticketLine({ marks, visit, now }: AccountCall, email: string, waitMs: number): string {
  return setCookieLine({
    name: cookieNames(visit.isEncrypted).waiting,
    value: marks.ticket({ email, network: visit.address, untilMs: now.getTime() + waitMs }),
    maxAgeSeconds: Math.ceil((waitMs + TICKET_MS) / 1000),
    isEncrypted: visit.isEncrypted,
  });
}
