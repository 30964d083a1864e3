import type { Admission } from '#lib/api/limits/admitted';

/** Who asks, as the listener in front of a handler saw it. */
export type Caller = OutsideCaller | InsideCaller | AdmittedCaller | FeedCaller;

/** A request that came over the network. */
export interface OutsideCaller {
  readonly kind: 'outside';
  /** Whom per-address limits count it as. */
  readonly network: string;
  /** Whether its way to us was TLS. */
  readonly isEncrypted: boolean;
  /** The origin of our own pages where the operator named it; null leaves it to the Host of the request. */
  readonly ownOrigin: string | null;
}

/** This process itself, which renders a page. */
export interface InsideCaller {
  readonly kind: 'inside';
  /** What the page's reader may read; null is every enabled source. */
  readonly allowedSources: ReadonlySet<string> | null;
}

/** A request that was let in and counted already, by what asks /v1 on its behalf. */
export interface AdmittedCaller {
  readonly kind: 'admitted';
  readonly admission: Admission;
}

/** Somebody who has the address of a feed link. */
export interface FeedCaller {
  readonly kind: 'feed';
  /** Whose link it is. */
  readonly accountId: string;
  readonly isEncrypted: boolean;
}

/** The caller in a handler's second argument; null behind a listener that is not ours, where addresses are not known. */
export function callerOf(context: unknown): Caller | null {
  return isCaller(context) ? context : null;
}

/** Whether the way of who asks is known to be TLS. */
export function isEncryptedFor(caller: Caller | null): boolean {
  return caller !== null && 'isEncrypted' in caller && caller.isEncrypted;
}

/** Next passes an object of its own in the same place, which has no `kind`. Nothing of a request gets there. */
function isCaller(context: unknown): context is Caller {
  return typeof context === 'object' && context !== null && 'kind' in context;
}

/** Whether nothing in a request says that another site's page sent it; a browser does not name its own site in a plain GET. */
export function isOfThisSite(headers: Headers, caller: OutsideCaller | null): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  const scheme = caller?.isEncrypted === true ? 'https' : 'http';
  const own = caller?.ownOrigin ?? `${scheme}://${headers.get('host')}`;
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin;
}
