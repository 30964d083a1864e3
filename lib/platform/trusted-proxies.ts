import { BlockList, isIP } from 'node:net';
import { normalAddress } from './ip-address.ts';

/** The proxies whose word on a request is taken. */
export interface TrustedProxies {
  /** Whether an address, in its normal spelling, is one of them. */
  readonly trusts: (address: string) => boolean;
}

/** Nobody is trusted. */
export const NO_PROXIES: TrustedProxies = { trusts: () => false };

/**
 * Reads a comma list of addresses and networks: `10.0.0.0/8, 192.0.2.7, fd00::/8`. Gives the first part that is neither as
 * text.
 */
export function readTrustedProxies(list: string): TrustedProxies | { readonly wrong: string } {
  const networks = new BlockList();
  for (const part of list.split(',').map((text) => text.trim())) {
    if (!addNetwork(networks, part)) return { wrong: part };
  }
  return { trusts: (address) => networks.check(address, address.includes(':') ? 'ipv6' : 'ipv4') };
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [written = '', length, ...rest] = text.split('/');
  const address = normalAddress(written);
  if (address === null || rest.length > 0) return false;
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (length === undefined) {
    networks.addAddress(address, family);
    return true;
  }
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  // A mapped network would count its bits from another start.
  const isMapped = family === 'ipv4' && written.includes(':');
  if (isMapped || !(bits <= (family === 'ipv6' ? 128 : 32))) return false;
  networks.addSubnet(address, bits, family);
  return true;
}
