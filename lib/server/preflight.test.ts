import { describe, expect, it } from 'vitest';
import { ENDPOINT_PATHS, PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import { JWKS_PATH } from '#lib/contract/receipts';
import { startListening } from '#lib/testing/worlds/listening-server';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** Headers that libraries of browsers, proxies and tracers add to a request. */
const ORDINARY = [
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'If-None-Match',
  'Last-Event-ID',
  'Pragma',
  'Prefer',
  'X-API-Key',
  'X-Requested-With',
  'traceparent',
  'x-datadog-trace-id',
];

const PATHS = [
  ...Object.values(ENDPOINT_PATHS).map((path) => path.replace('{sha256}', '0'.repeat(64))),
  PROGRAM_PATHS.openApi,
  PROGRAM_PATHS.llms,
  JWKS_PATH,
  '/status/badge.svg',
  '/status/badge/ecb.svg',
  '/status/feed.atom',
];

describe('what a page of another origin may send', () => {
  it('is GET with any ordinary header, at every address that other origins can read', async () => {
    const { send } = await startListening({ DATA_DIR: throwAwayFolder() }, false);
    for (const path of PATHS) {
      const { status, headers } = await send({
        path,
        method: 'OPTIONS',
        headers: {
          Host: 'localhost',
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': ORDINARY.join(',').toLowerCase(),
        },
      });
      expect([status, headers['access-control-allow-origin']], path).toEqual([204, '*']);
      expect(headers['access-control-allow-methods'], path).toContain('GET');
      const allowed = String(headers['access-control-allow-headers']);
      expect(
        ORDINARY.filter((name) => !isAllowed(name.toLowerCase(), allowed.toLowerCase().split(', '))),
        path,
      ).toEqual([]);
    }
  });
});

/** As browsers decide it (https://fetch.spec.whatwg.org, CORS-preflight fetch): a wildcard covers all but Authorization. */
function isAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.includes(name) || (name !== 'authorization' && allowed.includes('*'));
}
