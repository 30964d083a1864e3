import { readFileSync } from 'node:fs';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { readQuery } from '#lib/api/http/read-query';
import { breakingChanges, type ReleasedApi } from '#lib/testing/releases/breaking-changes';
import { openApiDocument } from './openapi/openapi-document.ts';

const RELEASED: ReleasedApi = JSON.parse(
  readFileSync(`${import.meta.dirname}/../testing/releases/openapi-0.1.0.json`, 'utf8'),
);

const today = (): ReleasedApi => JSON.parse(JSON.stringify(openApiDocument(null)));

describe('the contract', () => {
  it('breaks nothing of the last release', () => {
    expect(breakingChanges(RELEASED, today())).toEqual([]);
  });

  it('takes the requests that the last release recorded', () => {
    const refused = RECORDED.filter(({ status }) => status === '200').flatMap(({ request }) => {
      const { pathname, search } = new URL(request, 'http://localhost');
      const endpoint = endpointAt(pathname);
      if (!endpoint) return [`GET ${request} is no longer answered.`];
      const read = readQuery(endpoint, search.slice(1), 'strict');
      return read.ok ? [] : [`GET ${request} is refused: ${read.error.message}`];
    });
    expect(refused).toEqual([]);
    expect(RECORDED.length).toBeGreaterThan(50);
  });

  it('still describes every field of the answers that the last release recorded', () => {
    expect(misfits(RECORDED, today())).toEqual([]);
  });
});

const schema = (name: string, ...places: string[]) => ['components', 'schemas', name, ...places];
const operation = (path: string, ...places: string[]) => ['paths', path, 'get', ...places];
const parameter = (path: string, name: string, ...places: string[]) =>
  operation(path, 'parameters', name, ...places);

/** Changes that would break callers: where, what is there instead (nothing where it is undefined), and how it is told. */
const PLANTED: readonly (readonly [string, readonly string[], unknown, string])[] = [
  ['an endpoint goes', ['paths', '/v1/historical'], undefined, 'GET /v1/historical is gone.'],
  [
    'a field goes',
    schema('PairRate', 'properties', 'timestamp'),
    undefined,
    'GET /v1/rates/pair no longer answers timestamp.',
  ],
  [
    'a field may be absent',
    schema('HistoricalPoint', 'required'),
    ['rate', 'timestamp'],
    'GET /v1/historical may leave out points[].source.',
  ],
  [
    'a field is of another type',
    schema('Conversion', 'properties', 'result'),
    { type: 'string' },
    'GET /v1/convert answers result as "string" instead of "number".',
  ],
  [
    'a field may be null',
    schema('Conversion', 'properties', 'result'),
    { anyOf: [{ type: 'number' }, { type: 'null' }] },
    'GET /v1/convert may answer "null" as result.',
  ],
  [
    'a value is no longer answered',
    schema('Health', 'enum'),
    ['degraded', 'outage'],
    'GET /v1/status no longer answers "operational" as overall.',
  ],
  [
    'a header goes',
    operation('/v1/rates', 'responses', '200', 'headers', 'X-Rate-Stale'),
    undefined,
    'GET /v1/rates no longer sends the header X-Rate-Stale.',
  ],
  [
    'a parameter goes',
    parameter('/v1/convert', 'source', 'name'),
    'from_source',
    'GET /v1/convert no longer takes the parameter source.',
  ],
  [
    'a bound is lowered',
    parameter('/v1/historical', 'limit', 'schema', 'maximum'),
    1000,
    'GET /v1/historical takes less for the parameter limit: its maximum was 5000 and is 1000.',
  ],
  [
    'a value is no longer taken',
    parameter('/v1/rates', 'source', 'schema', 'enum'),
    ['ecb', 'boe', 'fed', 'boj', 'fixed', 'crypto-exchange', 'web-finance', 'charting-platform'],
    'GET /v1/rates takes less for the parameter source: "web-search" is no longer one of its values.',
  ],
  [
    'a form is no longer taken',
    parameter('/v1/historical', 'startDate', 'schema', 'anyOf'),
    [{ type: 'string', format: 'date' }],
    'GET /v1/historical takes less for the parameter startDate: its anyOf was [{"type":"string","format":"date"},{"type":"string","format":"date-time"}] and is [{"type":"string","format":"date"}].',
  ],
  [
    'a parameter is needed',
    parameter('/v1/rates', 'base', 'required'),
    true,
    'GET /v1/rates now needs the parameter base.',
  ],
  [
    'a new parameter is needed',
    operation('/v1/status', 'parameters'),
    [{ name: 'at', required: true }],
    'GET /v1/status now needs the parameter at.',
  ],
  ['a key is needed', operation('/v1/status', 'security'), undefined, 'GET /v1/status now needs a key.'],
];

describe('a breaking change', () => {
  it.for(PLANTED)('is named in one sentence where %s', ([, place, value, sentence]) => {
    expect(breakingChanges(RELEASED, planted(place, value))).toContain(sentence);
  });

  it('is found in recorded answers, too', () => {
    const without = planted(schema('Conversion', 'properties', 'source'), undefined);
    const [first] = misfits(
      RECORDED.filter(({ path }) => path === '/v1/convert'),
      without,
    );
    expect(first).toMatch(
      /^GET \/v1\/convert\?\S+ was answered with source, which the contract does not know\.$/,
    );
  });
});

/** Today's document with one place changed. Of parameters the one of a name is meant. */
function planted(place: readonly string[], value: unknown): ReleasedApi {
  const api = today();
  const holder = place.slice(0, -1).reduce<unknown>((node, name) => {
    if (!Array.isArray(node)) return Reflect.get(Object(node), name);
    return node.find((one: unknown) => Reflect.get(Object(one), 'name') === name);
  }, api);
  if (value === undefined) Reflect.deleteProperty(Object(holder), place.at(-1) ?? '');
  else Reflect.set(Object(holder), place.at(-1) ?? '', value);
  return api;
}

interface Recorded {
  readonly path: string;
  readonly status: string;
  readonly request: string;
  readonly body: unknown;
}

/** The answers that the document of the last release has as examples, which its tests held against a running service. */
const RECORDED: readonly Recorded[] = Object.entries(RELEASED.paths).flatMap(([path, { get }]) =>
  Object.entries(get.responses).flatMap(([status, { content = {} }]) =>
    Object.values(content['application/json']?.examples ?? {}).map(({ description = '', value }) => ({
      path,
      status,
      request: /^`GET (\S+)`$/.exec(description)?.[1] ?? path,
      body: value,
    })),
  ),
);

/** What of the recorded answers a document does not describe. What it demands beside is an addition, and breaks nothing. */
function misfits(recorded: readonly Recorded[], api: ReleasedApi): readonly string[] {
  const lenient: object = JSON.parse(
    JSON.stringify(api, (name, value: unknown) => (name === 'required' && Array.isArray(value) ? [] : value)),
  );
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(lenient, 'api');
  return recorded.flatMap(({ path, status, request, body }) => {
    if (!api.paths[path]?.get.responses[status]?.content?.['application/json'])
      return [`GET ${request} was answered with ${status}, which the contract does not know.`];
    const pointer = ['paths', path, 'get', 'responses', status, 'content', 'application/json', 'schema']
      .map((name) => `/${encodeURIComponent(name.replaceAll('/', '~1'))}`)
      .join('');
    // One that was compiled before is found by its name.
    const validate = ajv.getSchema(`api#${pointer}`);
    validate?.(body);
    return (validate?.errors ?? []).map(({ instancePath, message = '', params }) =>
      'additionalProperty' in params
        ? `GET ${request} was answered with ${params['additionalProperty']}, which the contract does not know.`
        : `GET ${request} was answered with ${instancePath}, which ${message}.`,
    );
  });
}
