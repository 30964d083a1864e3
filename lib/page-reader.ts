import { setTimeout as wait } from 'node:timers/promises';
import type { KnownSignedIn } from '#lib/account/account-area';
import type { Reader } from './page-service.ts';

/** How long a page waits until it is known who reads it: what knows that is loaded by the first one who may be signed in. */
const PATIENCE_MS = 3000;

/**
 * Who reads a page, given whether somebody is signed in. Where that is not known in time the page is drawn for a stranger; its
 * key, which it asks for next, waits until the session is known.
 */
export async function pageReader(
  isSignedIn: KnownSignedIn | Promise<KnownSignedIn>,
  seesAnything: boolean,
): Promise<Reader> {
  const known =
    isSignedIn instanceof Promise
      ? await Promise.race([isSignedIn, wait(PATIENCE_MS, 'unknown' as const, { ref: false })])
      : isSignedIn;
  if (known === true) return 'member';
  return seesAnything ? 'anonymous' : 'nobody';
}
