import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';

/** Holds answers against the OpenAPI document. */
export interface Conformance {
  /** Expects that an answer of GET is one of those that the document tells of: status, headers and body. */
  readonly check: (path: string, response: Response) => Promise<void>;
  /** How many answers were held against each path and status: `/v1/convert 200`. */
  readonly checked: ReadonlyMap<string, number>;
}

/** Headers that every HTTP service has, and those that only a demo adds. */
const PLAIN_HEADERS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-encoding',
  'content-length',
  'content-type',
  'strict-transport-security',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
];

/** A judge that is not our own: ajv, on the document as it is served. */
export function createConformance(): Conformance {
  const document = asNode(JSON.parse(JSON.stringify(openApiDocument(null))));
  // The document itself is no schema; its parts are.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const checked = new Map<string, number>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return {
    checked,
    check: async (path, response) => {
      const place = ['paths', path, 'get', 'responses', String(response.status)];
      const told = place.reduce((node: Node | undefined, name) => asNode(node?.[name]), document);
      expect(told, `${path} may answer ${response.status}`).toBeDefined();
      const headers = Object.keys(asNode(told?.['headers'])).map((name) => name.toLowerCase());
      const unknown = [...response.headers.keys()].filter((name) => !PLAIN_HEADERS.includes(name));
      expect(headers, path).toEqual(expect.arrayContaining(unknown));
      const name = `${path} ${response.status}`;
      checked.set(name, (checked.get(name) ?? 0) + 1);
      if (response.status === 304) return;
      const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
      const types = Object.keys(asNode(told?.['content']));
      expect(told?.['x-csv-examples'] ? [...types, 'text/csv'] : types, name).toContain(type);
      if (type !== 'application/json') return;
      const pointer = [...place, 'content', 'application/json', 'schema'].map(escaped).join('');
      const validate = validatorOf(pointer);
      const text = await response.clone().text();
      const isOfSchema = validate(JSON.parse(text));
      expect(isOfSchema, `${name}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`).toBe(true);
    },
  };
}

/** The same bench, whose every answer of GET on a known path is held against the document. */
export function conforming(bench: EndpointBench, { check }: Conformance): EndpointBench {
  return {
    ...bench,
    send: async (path, request) => {
      const response = await bench.send(path, request);
      const { pathname } = new URL(path, 'http://localhost');
      const known = endpointAt(pathname);
      const isEncoded = response.headers.has('Content-Encoding');
      if (known && !isEncoded && (request?.method ?? 'GET') === 'GET') await check(known.path, response);
      return response;
    },
  };
}

type Node = Readonly<Record<string, unknown>>;

/** Holds because every place that is looked at in the document is an object or absent. */
function asNode(value: unknown): Node {
  return value as Node;
}

function escaped(name: string): string {
  return `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
