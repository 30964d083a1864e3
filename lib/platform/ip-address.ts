import { isIP, isIPv4 } from 'node:net';

/** Groups of 16 bits in an IPv6 address, and those that name the network of one customer (a /64). */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * An IP address in one spelling, so that two spellings of an address are equal texts: an IPv6 address with all its groups and
 * without zone, one that carries an IPv4 address (`::ffff:192.0.2.1`) as that address. Null for what is no IP address.
 */
export function normalAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%');
  if (isIP(address) !== 6) return null;
  const groups = groupsOf(address);
  return isMapped(groups) ? ipv4Of(groups) : groups.map((group) => group.toString(16)).join(':');
}

/** Whom limits count an address as: an IPv4 address alone, an IPv6 address with its whole /64, which one caller may own. */
export function networkOf(normal: string): string {
  if (!normal.includes(':')) return normal;
  return `${normal.split(':', NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = withoutDots(address).split('::');
  const before = partsOf(head);
  if (tail === undefined) return before;
  const after = partsOf(tail);
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
}

function partsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
}

/** An IPv4 address at the end, written as the two groups that it is. */
function withoutDots(address: string): string {
  const start = address.lastIndexOf(':') + 1;
  const end = address.slice(start);
  if (!end.includes('.')) return address;
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number);
  return `${address.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** ::ffff:0:0/96, RFC 4291. */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function ipv4Of(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
