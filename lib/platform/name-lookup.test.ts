import { lookup } from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { startNameServer } from '#lib/testing/wire/name-server';
import { createClient, failureOf, optionsFor, startHost, textOf } from '#lib/testing/wire/upstream-calls';
import { nameLookup } from './name-lookup.ts';

describe('a name that is looked up', () => {
  it('holds up no other look-up of the process while its name server never answers', async () => {
    const server = await startNameServer(() => null);
    const resolve = nameLookup({ servers: [server.address], timeoutMs: 500 });
    const hanging = Array.from({ length: 50 }, async (_, n) => {
      await expect(resolve(`hook-${n}.example.org`)).rejects.toMatchObject({ code: 'ETIMEOUT' });
      return 'hung';
    });
    expect(await Promise.race([...hanging, lookup('localhost').then(() => 'found')])).toBe('found');
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['hung']));
    // One try each, of both kinds of address.
    expect(server.asked).toHaveLength(2 * hanging.length);
  });

  it('is connected to where it was found, and not looked up again', async () => {
    const host = await startHost((_request, response) => response.end('rates'));
    const server = await startNameServer(() => '127.0.0.1');
    const url = host.url.replace('127.0.0.1', 'hooks.example.org');
    const client = createClient({}, { resolve: nameLookup({ servers: [server.address] }) });
    const result = await client.get(url, optionsFor(url));
    expect(result.ok && textOf(result.value.body)).toBe('rates');
    expect(server.asked.toSorted()).toEqual(['hooks.example.org A', 'hooks.example.org AAAA']);
  });

  it('is refused where it leads into a private network', async () => {
    const server = await startNameServer(() => '10.0.0.7');
    const resolve = nameLookup({ servers: [server.address] });
    const refused = failureOf('https://hooks.example.org/', {}, { isOperatorAddress: false }, { resolve });
    expect(await refused).toMatchObject({ kind: 'address_refused' });
  });

  it.each(['localhost', 'hooks.localhost'])(
    'is this machine as %s, whatever name servers say',
    async (name) => {
      const server = await startNameServer(() => '192.88.98.1');
      expect(await nameLookup({ servers: [server.address] })(name)).toEqual([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
      expect(server.asked).toEqual([]);
    },
  );

  it('is what the hosts file of this machine says', async () => {
    const hostsFile = path.join(throwAwayFolder(), 'hosts');
    writeFileSync(
      hostsFile,
      '# 10.0.0.1 inbox\n10.0.0.7\tinbox Inbox.lan # of the operator\nfd00::7 inbox\n',
    );
    const server = await startNameServer(() => '192.88.98.1');
    const resolve = nameLookup({ servers: [server.address], hostsFile });
    expect(await resolve('inbox')).toEqual([
      { address: '10.0.0.7', family: 4 },
      { address: 'fd00::7', family: 6 },
    ]);
    expect(await resolve('inbox.lan')).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect(await resolve('inbox.example.org')).toEqual([{ address: '192.88.98.1', family: 4 }]);
  });
});
