import { describe, expect, it } from 'vitest';
import { readTrustedProxies } from './trusted-proxies.ts';

function trusting(list: string): (address: string) => boolean {
  const read = readTrustedProxies(list);
  if ('wrong' in read) throw new Error(`${read.wrong} is not read`);
  return read.trusts;
}

describe('the trusted proxies', () => {
  it('are the addresses and networks of the list, and no others', () => {
    const trusts = trusting('10.0.0.0/8, 192.0.2.7,2001:db8::/32 , ::1, 0:0::ffff:198.51.100.4');
    for (const address of [
      '10.0.0.0',
      '10.255.255.255',
      '192.0.2.7',
      '2001:db8:0:0:0:0:0:1',
      '2001:db8:ffff:0:0:0:0:1',
      '0:0:0:0:0:0:0:1',
      '198.51.100.4',
    ]) {
      expect(trusts(address), address).toBe(true);
    }
    for (const address of ['11.0.0.0', '9.255.255.255', '192.0.2.8', '2001:db9:0:0:0:0:0:1', '127.0.0.1']) {
      expect(trusts(address), address).toBe(false);
    }
  });

  it.each([
    ['10.0.0.0/33', '10.0.0.0/33'],
    ['::1/129', '::1/129'],
    ['10.0.0.1, proxy.example.org', 'proxy.example.org'],
    ['10.0.0.0/8/8', '10.0.0.0/8/8'],
    ['10.0.0.0/', '10.0.0.0/'],
    ['10.0.0.0/-1', '10.0.0.0/-1'],
    ['10.0.0.1,,10.0.0.2', ''],
    ['*', '*'],
    ['::ffff:10.0.0.0/104', '::ffff:10.0.0.0/104'],
  ])('of %s are not read, because of %j', (list, wrong) => {
    expect(readTrustedProxies(list)).toEqual({ wrong });
  });
});
