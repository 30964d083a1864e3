import { describe, expect, it } from 'vitest';
import type { EndpointDeprecation } from '#lib/contract/deprecations';
import { DEPRECATIONS, deprecationHeaders } from '#lib/contract/deprecations';
import { ENDPOINT_PATHS, type EndpointId } from '#lib/contract/endpoint-paths';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import { shareService } from '#lib/testing/worlds/own-service';
import { createRoutes } from './routes.ts';
import { createSentAgain } from './sent-again.ts';

const NOTICE = { Deprecation: '@1798761600', Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
const GUIDE = '</docs#versions>; rel="deprecation"; type="text/html"';

function ending(endpoint: EndpointId): EndpointDeprecation {
  return {
    endpoint,
    deprecatedAt: new Date('2027-01-01T00:00:00Z'),
    sunsetAt: new Date('2027-07-01T00:00:00Z'),
    guide: '/docs#versions',
  };
}

const INSIDE = { kind: 'inside', allowedSources: null };

const service = shareService();

describe('an endpoint that will go', () => {
  it.for([
    ['/v1/rates/pair?from=EUR&to=XOF', 200, GUIDE],
    ['/v1/rates/pair?from=EUR', 400, GUIDE],
    [
      '/v1/historical?from=EUR&to=XOF&limit=1&endDate=2020-02-29',
      200,
      `</v1/historical?from=EUR&to=XOF&endDate=2020-02-28T23%3A59%3A59.999Z&limit=1>; rel="prev", ${GUIDE}`,
    ],
  ] as const)('says so in each answer: %s', async ([target, status, link]) => {
    const started = await service();
    const routeOf = createRoutes(() => started, [ending('pair'), ending('historical')]);
    const url = new URL(target, 'http://localhost');
    const { headers, status: answered } = await routeOf(url.pathname).GET(new Request(url), INSIDE);
    expect([answered, headers.get('Link')]).toEqual([status, link]);
    expect(Object.fromEntries(headers)).toMatchObject({
      deprecation: NOTICE.Deprecation,
      sunset: NOTICE.Sunset,
    });
  });

  it('says so when an answer is sent again, and others do not', async () => {
    const started = await service();
    const status = createRoutes(() => started, [ending('pair')])(ENDPOINT_PATHS.status);
    const { headers } = await status.GET(new Request('http://localhost/v1/status'), INSIDE);
    expect([headers.get('Deprecation'), headers.get('Sunset'), headers.get('Link')]).toEqual([
      null,
      null,
      null,
    ]);
    const caller = { kind: 'outside', network: '192.0.2.1', isEncrypted: false, ownOrigin: null } as const;
    const request = { target: ENDPOINT_PATHS.status, headers: {}, caller };
    expect(createSentAgain(started, [ending('pair')])(request)).not.toBeNull();
    expect(createSentAgain(started, [ending('status')])(request)).toBeNull();
  });

  it('is marked in the document', () => {
    const text = JSON.stringify(openApiDocument(null, [ending('coverage')]));
    expect(text.match(/"deprecated":true/g)).toHaveLength(1);
    expect(JSON.stringify(openApiDocument(null, []))).not.toContain('"deprecated"');
  });

  it('is announced six months ahead, as those of the table are', () => {
    const soon = { ...ending('series'), sunsetAt: new Date('2027-06-30T23:59:59Z') };
    expect(() => deprecationHeaders(ENDPOINT_PATHS.series, [soon])).toThrow(
      '/v1/rates/series may go 6 months',
    );
    for (const { endpoint } of DEPRECATIONS)
      expect(deprecationHeaders(ENDPOINT_PATHS[endpoint], DEPRECATIONS)).not.toBeNull();
  });
});
