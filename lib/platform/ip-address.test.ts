import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { networkOf, normalAddress } from './ip-address.ts';

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:db8:0:0::', '2001:db8:0:0:0:0:0:0'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0:0:0:c000:201'],
  ])('%s is %s in one spelling', (text, normal) => {
    expect(normalAddress(text)).toBe(normal);
  });

  it.each(['', 'unknown', '_hidden', '192.0.2', '192.0.2.1:80', '[::1]', '192.0.2.256', '1.2.3.4, 5.6.7.8'])(
    '%j is none',
    (text) => {
      expect(normalAddress(text)).toBeNull();
    },
  );

  it(seeded('has the same spelling however its zeros are written'), () => {
    const someGroups = fc.array(fc.constantFrom(0, 0, 0, 1, 0xab, 0xffff), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(someGroups, (groups) => {
        const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
        // The URL parser writes the longest row of zeros as "::".
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        expect(normalAddress(short)).toBe(normalAddress(long.toUpperCase()));
      }),
      propertyRuns(500),
    );
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (text, network) => {
    expect(networkOf(normalAddress(text) ?? '')).toBe(network);
  });
});
