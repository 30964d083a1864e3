import { BlockList, isIP } from 'node:net';

/** IPv4 networks that no publisher on the internet answers from (IANA special-purpose registry, RFC 6890 and later). */
const SPECIAL_IPV4_NETWORKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** The same for IPv6; 6to4 (2002::/16) could wrap any IPv4 address and is gone from the internet. */
const SPECIAL_IPV6_NETWORKS: readonly (readonly [string, number])[] = [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** IPv6 prefixes of 96 bits that carry an IPv4 address: mapped addresses, and NAT64, by which hosts without IPv4 reach it. */
const IPV4_IN_IPV6_PREFIXES = ['::ffff:', '64:ff9b::'];

const specialNetworks = listSpecialNetworks();

/**
 * Whether an IP address is loopback, private, link-local or otherwise not on the internet. A text that is no IP
 * address counts as private, so that what cannot be judged is refused.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  return specialNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function listSpecialNetworks(): BlockList {
  const list = new BlockList();
  for (const [network, bits] of SPECIAL_IPV4_NETWORKS) {
    list.addSubnet(network, bits, 'ipv4');
    for (const prefix of IPV4_IN_IPV6_PREFIXES) list.addSubnet(`${prefix}${network}`, 96 + bits, 'ipv6');
  }
  for (const [network, bits] of SPECIAL_IPV6_NETWORKS) list.addSubnet(network, bits, 'ipv6');
  return list;
}
