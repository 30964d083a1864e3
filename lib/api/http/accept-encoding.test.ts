import { describe, expect, it } from 'vitest';
import { codingFor } from './accept-encoding.ts';

describe('the coding that an Accept-Encoding asks for', () => {
  it.each([
    'gzip',
    'GZip',
    'x-gzip',
    'gzip, deflate, br',
    'br,gzip',
    ' deflate ,\tgzip ',
    '*',
    'identity, gzip',
    'gzip;q=0.5',
    'gzip;q=1.000, identity;q=0.5',
    'gzip ; Q=0.001',
    'br;q=1.0, gzip;q=0.8, *;q=0.1',
    '*;q=0.2',
    'deflate;q=0, *',
    'identity;q=0.3, *;q=0.4',
  ])('is gzip for %j', (header) => {
    expect(codingFor(header)).toBe('gzip');
  });

  it.each([
    null,
    '',
    'identity',
    'br',
    'deflate, br;q=0.9',
    'gzipped',
    'not-gzip',
    'gzip;q=0',
    'gzip;q=0.000',
    'GZIP ; q=0 , *',
    'gzip;q=0, *;q=1',
    'gzip;q=0.5, identity',
    'gzip;q=0.5, identity;q=0.6',
    'gzip;q=0.1, *;q=0.5',
    'gzip;q=high',
    'gzip q=0',
    'gzip deflate',
    'gzip;q=1.5',
    'gzip;level=9',
    '*;q=0',
    'identity;q=0',
  ])('is plain for %j', (header) => {
    expect(codingFor(header)).toBe('plain');
  });

  it.each(['gzip, identity;q=0', 'gzip;q=0.1,*;q=0', 'identity;q=0, *;q=0.5'])(
    'is gzip, however short the body, for %j',
    (header) => {
      expect(codingFor(header)).toBe('gzip-only');
    },
  );
});
