import type { IncomingHttpHeaders } from 'node:http';
import { networkOf, normalAddress } from '#lib/platform/ip-address';
import type { TrustedProxies } from '#lib/platform/trusted-proxies';

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

/** One step of a request's way, as a proxy wrote it down: who it came from, and how. */
interface Hop {
  /** In its normal spelling; null for one that is hidden, unknown or no address. */
  readonly address: string | null;
  /** `https`, `http` or whatever was written; null when nothing was. */
  readonly proto: string | null;
}

/** Steps that a way has at most; a longer one was made up. */
const HOPS_MAX = 32;

/**
 * The way that X-Forwarded-For and X-Forwarded-Proto tell, the last step last; one proto stands for all steps. Empty when neither is
 * there, null when they cannot be read.
 */
function readHops(headers: IncomingHttpHeaders): readonly Hop[] | null {
  const addresses = partsOf(headers['x-forwarded-for']);
  const protos = partsOf(headers['x-forwarded-proto']);
  if (addresses === undefined && protos === undefined) return [];
  if (addresses === undefined) {
    return protos?.length === 1 ? [{ address: null, proto: protoOf(protos[0]) }] : null;
  }
  const isAligned = protos === undefined || protos.length === 1 || protos.length === addresses.length;
  if (addresses.length > HOPS_MAX || !isAligned) return null;
  return addresses.map((text, place) => ({
    address: addressOf(text),
    proto: protoOf(protos?.length === 1 ? protos[0] : protos?.[place]),
  }));
}

function partsOf(header: string | readonly string[] | undefined): readonly string[] | undefined {
  if (header === undefined) return undefined;
  return (typeof header === 'string' ? header : header.join(',')).split(',').map((part) => part.trim());
}

/** The address of `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`. */
function addressOf(text: string): string | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return normalAddress(inBrackets ?? beforePort ?? text);
}

function protoOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.toLowerCase();
}

/** Whom per-address limits count a sender as. */
export function limitedAs({ address }: Sender): string {
  return networkOf(address);
}
