import { networkOf, normalAddress } from '#lib/platform/ip-address';
import type { Logger } from '#lib/platform/logger';
import type { TrustedProxies } from '#lib/platform/trusted-proxies';
import { type ConnectionBounds, REFUSED_AT_ONCE_MAX } from './connection-limits.ts';
import { onceEvery } from './once-every.ts';

/** An operator need not read it more often while it goes on. */
const SAME_ADVICE_MS = 600_000;

/** What decides over connections. */
export interface Admitting {
  readonly bounds: ConnectionBounds;
  readonly proxies: TrustedProxies;
  readonly log: Logger;
}

/** A connection that is counted until it leaves. */
export interface ConnectionAdmission {
  /** It is open only to be told that there are too many. */
  readonly isRefused: boolean;
  readonly leave: () => void;
}

/** Counts who comes and leaves; null for those that are not even told that there are too many. */
export function createAdmission({
  bounds,
  proxies,
  log,
}: Admitting): (address: string | undefined) => ConnectionAdmission | null {
  const byNetwork = new Map<string, number>();
  const add = (network: string, change: 1 | -1) => {
    const count = (byNetwork.get(network) ?? 0) + change;
    if (count === 0) byNetwork.delete(network);
    else byNetwork.set(network, count);
  };
  let admitted = 0;
  let refused = 0;
  const isDue = onceEvery(SAME_ADVICE_MS);
  return (remoteAddress) => {
    const address = normalAddress(remoteAddress ?? '');
    // Gone before we looked.
    if (address === null) return null;
    const network = proxies.trusts(address) ? null : networkOf(address);
    const isOneTooMany = network !== null && (byNetwork.get(network) ?? 0) >= bounds.perAddressMax;
    if (isOneTooMany || admitted >= bounds.max) {
      const variable = isOneTooMany ? 'CONNECTIONS_PER_ADDRESS' : 'CONNECTIONS';
      if (isDue(variable)) {
        log.warn({ address }, `connections are refused, because as many are open as ${variable} permits`);
      }
      if (refused >= REFUSED_AT_ONCE_MAX) return null;
      refused += 1;
      return { isRefused: true, leave: () => (refused -= 1) };
    }
    admitted += 1;
    if (network !== null) add(network, 1);
    return {
      isRefused: false,
      leave: () => {
        admitted -= 1;
        if (network !== null) add(network, -1);
      },
    };
  };
}
