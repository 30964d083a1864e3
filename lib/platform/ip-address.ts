import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The groups of 16 bits of an IPv6 address that name the network of one customer (a /64). */
const NETWORK_GROUPS = 4;

/**
 * An IP address in one spelling, so that two spellings of an address are equal texts: an IPv6 address with all its groups and
 * without zone, one that carries an IPv4 address (`::ffff:192.0.2.1`) as that address. Null for what is no IP address.
 */
export function normalAddress(text: string): string | null {
  // What nearly every request comes from is in normal form already, and is not taken apart for each.
  if (isIPv4(text)) return text;
  if (isIP(text) === 0) return null;
  const [address = ''] = text.split('%');
  return ipaddr.process(address).toNormalizedString();
}

/** Whom limits count an address as: an IPv4 address alone, an IPv6 address with its whole /64, which one caller may own. */
export function networkOf(normal: string): string {
  if (!normal.includes(':')) return normal;
  return `${normal.split(':', NETWORK_GROUPS).join(':')}::/64`;
}
