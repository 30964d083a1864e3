import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that were ever given out: all others are reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** NAT64, by which hosts without IPv4 reach the IPv4 address in the last 32 bits (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is loopback, private, link-local or otherwise not on the internet. A text that is no IP
 * address counts as private, so that what cannot be judged is refused.
 */
export function isPrivateAddress(text: string): boolean {
  if (isIP(text) === 0) return true;
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.range() !== 'unicast';
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(-4)).range() !== 'unicast';
  return !address.match(GLOBAL_IPV6) || address.range() !== 'unicast';
}
