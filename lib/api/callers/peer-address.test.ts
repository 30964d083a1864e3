import type { IncomingHttpHeaders } from 'node:http';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { readTrustedProxies, type TrustedProxies } from '#lib/platform/trusted-proxies';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { directSender, forwardedSender, limitedAs, type Sender } from './peer-address.ts';

const PROXY: Sender = { address: '10.0.0.1', isEncrypted: false };
const CLIENT = '198.51.100.7';

const proxies = trusting('10.0.0.0/8, fd00::/8');

function trusting(list: string): TrustedProxies {
  const read = readTrustedProxies(list);
  if ('wrong' in read) throw new Error(read.wrong);
  return read;
}

function senderOf(headers: IncomingHttpHeaders) {
  return forwardedSender(PROXY, headers, proxies);
}

describe('the sender of a request that a trusted proxy passed on', () => {
  it.each<readonly [IncomingHttpHeaders, string, boolean]>([
    [{ 'x-forwarded-proto': 'https' }, '10.0.0.1', true],
    [{ 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'https' }, CLIENT, true],
    [{ 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'HTTPS' }, CLIENT, true],
    [{ 'x-forwarded-for': `${CLIENT}:4711`, 'x-forwarded-proto': 'https' }, CLIENT, true],
    [{ 'x-forwarded-for': `1.2.3.4, ${CLIENT}`, 'x-forwarded-proto': 'https' }, CLIENT, true],
    [{ 'x-forwarded-for': `${CLIENT}, 10.0.0.2`, 'x-forwarded-proto': 'https, http' }, CLIENT, true],
    [{ 'x-forwarded-for': `${CLIENT}, 10.0.0.2`, 'x-forwarded-proto': 'http, https' }, CLIENT, false],
    [{ 'x-forwarded-for': `1.2.3.4, ${CLIENT}`, 'x-forwarded-proto': 'https, http' }, CLIENT, false],
    [{ 'x-forwarded-for': '10.0.0.3, 10.0.0.2', 'x-forwarded-proto': 'https' }, '10.0.0.3', true],
    [{ 'x-forwarded-for': 'unknown', 'x-forwarded-proto': 'https' }, '10.0.0.1', true],
    [{ 'x-forwarded-for': `1.2.3.4, nobody, 10.0.0.2`, 'x-forwarded-proto': 'https' }, '10.0.0.2', true],
    [{ 'x-forwarded-for': '2001:db8::7', 'x-forwarded-proto': 'https' }, '2001:db8:0:0:0:0:0:7', true],
    [{ 'x-forwarded-for': '[2001:db8::7]:80', 'x-forwarded-proto': 'https' }, '2001:db8:0:0:0:0:0:7', true],
    [{ 'x-forwarded-for': `::ffff:${CLIENT}`, 'x-forwarded-proto': 'https' }, CLIENT, true],
    [{ 'x-forwarded-for': `${CLIENT}, fd00::1`, 'x-forwarded-proto': 'https' }, CLIENT, true],
    [{ 'x-forwarded-proto': 'http' }, '10.0.0.1', false],
  ])('%o is %s, by TLS: %s', (headers, address, isEncrypted) => {
    expect(senderOf(headers)).toEqual({ address, isEncrypted });
  });
});

describe('a way of which a proxy did not say how it began', () => {
  it.each<IncomingHttpHeaders>([
    {},
    { 'x-forwarded-for': CLIENT },
    { 'x-forwarded-for': CLIENT, 'x-forwarded-proto': '' },
    { 'x-real-ip': '1.2.3.4', via: '1.1 x', 'x-forwarded-ssl': 'on' },
  ])('is told apart from plain HTTP: %o', (headers) => {
    expect(senderOf(headers)).toBe('proto-missing');
  });

  it('is its own over TLS when it passed nothing on', () => {
    const own = { ...PROXY, isEncrypted: true };
    expect(forwardedSender(own, {}, proxies)).toBe(own);
  });
});

describe('a way that nobody can believe', () => {
  it.each<readonly [string, IncomingHttpHeaders]>([
    ['have more protos than steps', { 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'https, http' }],
    ['have several protos and no steps', { 'x-forwarded-proto': 'http, https' }],
    [
      'are longer than any way',
      { 'x-forwarded-for': Array.from({ length: 40 }, () => CLIENT).join(), 'x-forwarded-proto': 'https' },
    ],
  ])('is one whose headers %s', (_name, headers) => {
    expect(senderOf(headers)).toBe('unclear');
  });
});

describe('the sender behind a trusted proxy', () => {
  it(seeded('is never what the client wrote before the proxy added the client itself'), () => {
    const spoofed = fc.array(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6(),
        fc.constantFrom('unknown', '', '10.0.0.9', '"', 'for=1.2.3.4', ';', CLIENT),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spoofed, fc.constantFrom('http', 'https'), (entries, proto) => {
        const hops = [...entries, CLIENT].join(', ');
        expect(senderOf({ 'x-forwarded-for': hops, 'x-forwarded-proto': proto })).toEqual({
          address: CLIENT,
          isEncrypted: proto === 'https',
        });
      }),
      propertyRuns(500),
    );
  });
});

describe('whom limits count a sender as', () => {
  it('is an IPv4 address, and all of an IPv6 /64', () => {
    const countedAs = (remoteAddress: string | undefined) =>
      limitedAs(directSender({ remoteAddress, isEncrypted: false }));
    expect(countedAs('::ffff:192.0.2.1')).toBe(countedAs('192.0.2.1'));
    expect(countedAs('2001:db8:1:2::1')).toBe(countedAs('2001:db8:1:2:ffff::9'));
    expect(countedAs('2001:db8:1:2::1')).not.toBe(countedAs('2001:db8:1:3::1'));
    expect(countedAs(undefined)).toBe('');
  });
});
