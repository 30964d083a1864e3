import { expect, it } from 'vitest';

import { isPrivateAddress } from './private-address.ts';

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '192.88.99.1',
  '::127.0.0.1',
  '::808:808',
  '::ffff:0:7f00:1',
  '64:ff9b:1::8.8.8.8',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'fe80::1%eth0',
  'localhost',
  '',
])('counts %s as private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a02:26f0::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
  'counts %s as on the internet',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
