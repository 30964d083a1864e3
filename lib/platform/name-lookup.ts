import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { HostAddress } from './http-exchange.ts';

/** What differs from the system's settings, in tests. */
export interface LookupSettings {
  /** The name servers, each `address:port`. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
  readonly hostsFile?: string;
}

/** How long each name server may take; it is asked once, so that there is time to ask the next. */
const TIMEOUT_MS = 2_000;

/** RFC 6761: never asked of a name server. */
const THIS_MACHINE: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Looks up names of publishers and of webhooks. `dns.lookup` has two threads for the whole process, each of which waits for a
 * name server as long as the system allows: a few names that are never answered would keep it from finding any other, and from
 * ending. This one asks name servers over sockets of its own instead. Like the system it goes by the hosts file first; it
 * appends no search domains.
 */
export function nameLookup({
  servers,
  timeoutMs = TIMEOUT_MS,
  hostsFile = '/etc/hosts',
}: LookupSettings = {}) {
  return async (hostname: string): Promise<readonly HostAddress[]> => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return THIS_MACHINE;
    const listed = listedAddresses(await readFile(hostsFile, 'utf8').catch(() => ''), hostname);
    if (listed.length > 0) return listed;
    // Made for each look-up, it has the name servers that the system has now.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
    return [ipv4, ipv6].flatMap((found) =>
      found.status === 'fulfilled' ? found.value.map(hostAddress) : [],
    );
  };
}

/** The addresses of a name, which is in lower case, in the text of a hosts file. */
function listedAddresses(hosts: string, hostname: string): readonly HostAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(hostname) ? [hostAddress(address)] : [];
  });
}

function hostAddress(address: string): HostAddress {
  return { address, family: isIP(address) };
}
