import type { IncomingHttpHeaders } from 'node:http';
import { networkOf, normalAddress } from '#lib/platform/ip-address';
import type { TrustedProxies } from '#lib/platform/trusted-proxies';
import { type Hop, readHops } from './forwarded.ts';

/** Who sent a request, as far as those know that are trusted. */
export interface Sender {
  /** The address of the client, in its normal spelling; empty when the connection is gone already. */
  readonly address: string;
  /** Whether the way from the client to the first trusted listener was TLS. */
  readonly isEncrypted: boolean;
}

/** A connection as the operating system knows it. */
export interface PeerConnection {
  readonly remoteAddress: string | undefined;
  readonly isEncrypted: boolean;
}

/** What a trusted proxy's headers say cannot be believed; or they leave out how the request came. */
export type UnclearSender = 'unclear' | 'proto-missing';

/** The sender of whoever connected; headers have no say. */
export function directSender({ remoteAddress, isEncrypted }: PeerConnection): Sender {
  return { address: normalAddress(remoteAddress ?? '') ?? '', isEncrypted };
}

/**
 * The sender of a request that a trusted proxy passed on: the last address on its way that is no trusted proxy, and how it
 * came from there. What stands before it was written by the client itself and counts for nothing.
 */
export function forwardedSender(
  proxy: Sender,
  headers: IncomingHttpHeaders,
  proxies: TrustedProxies,
): Sender | UnclearSender {
  const hops = readHops(headers);
  if (hops === null) return 'unclear';
  // Over TLS it passed nothing on: the request is its own. In clear it may have, and said nothing of it.
  if (hops.length === 0) return proxy.isEncrypted ? proxy : 'proto-missing';
  let sender: Hop = { address: proxy.address, proto: null };
  for (const { address, proto } of hops.toReversed()) {
    sender = { address: address ?? sender.address, proto };
    if (address === null || !proxies.trusts(address)) break;
  }
  const { address, proto } = sender;
  return proto === null ? 'proto-missing' : { address: address ?? '', isEncrypted: proto === 'https' };
}

/** Whom per-address limits count a sender as. */
export function limitedAs({ address }: Sender): string {
  return networkOf(address);
}
