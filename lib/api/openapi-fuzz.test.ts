import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXAMPLE_AT } from '#lib/contract/endpoint-contract';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { longCount } from '#lib/testing/long-count';
import { PROPERTY_SEED, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { createConformance } from '#lib/testing/suites/endpoints/openapi-conformance';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

/** A part of a schema as the document has it. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
  readonly in?: 'path' | 'query';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly Parameter[] } }>>;
}

/** Nothing but the document tells what is asked, as for a program that nobody here wrote. */
const { paths } = asDocument(JSON.parse(JSON.stringify(openApiDocument(null))));

const REQUESTS = longCount('FUZZED_REQUESTS', 500);

/** Only the limit of requests would answer from then on, and it has proofs of its own. */
const UNLIMITED = { SOURCES: 'ecb,fixed', RATE_LIMIT_PER_MINUTE: '1000000' };

/** Codes that the bench has figures of, among those that a pattern makes up. */
const KNOWN_CODES = ['USD', 'EUR', 'JPY', 'usd', 'HRK', 'BGN', 'CHF'];

/** What no schema of the document allows anywhere. */
const WRONG = ['', ' ', 'USD\u0000', '-1', '1e999', '2025-02-29', '../..', '💶', 'A'.repeat(300)];

const conformance = createConformance();
const dispatch = await openExportedDispatch();
let bench: EndpointBench;

beforeAll(async () => {
  bench = await openServiceBench(
    { clock: EXAMPLE_AT, document: ecbSample(), newestCheck: 'passed' },
    dispatch,
    UNLIMITED,
  );
});

afterAll(() => bench.dispose());

it(
  seeded(`${REQUESTS} requests made from the document are answered as it says, and none with 5xx`),
  { timeout: 60_000 + REQUESTS * 60 },
  async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requestOf(), async ({ path, target }) => {
        const response = await bench.send(target, { headers: [['X-API-Key', bench.key]] });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        expect(response.status, target).toBeLessThan(500);
        await conformance.check(path, response);
        await response.body?.cancel();
      }),
      { seed: PROPERTY_SEED, numRuns: REQUESTS },
    );
    expect([...statuses.keys()].toSorted()).toEqual([200, 400, 404]);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5);
  },
);

/** A path of the document with values for its parameters, of which some are left out and few are wrong. */
function requestOf() {
  return fc.constantFrom(...Object.entries(paths)).chain(([path, { get }]) => {
    const named = (get.parameters ?? []).filter((parameter) => parameter.in !== undefined);
    const values = named.map((parameter) =>
      valueOf(parameter).map((value): [Parameter, string | null] => [parameter, value]),
    );
    return fc.tuple(...values).map((chosen) => ({ path, target: targetOf(path, chosen) }));
  });
}

function targetOf(path: string, chosen: readonly (readonly [Parameter, string | null])[]): string {
  let pathname = path;
  const query: string[] = [];
  for (const [{ in: place, name }, value] of chosen) {
    if (value === null) continue;
    if (place === 'path') pathname = pathname.replace(`{${name}}`, encodeURIComponent(value));
    else query.push(`${name}=${encodeURIComponent(value)}`);
  }
  return `${pathname}?${query.join('&')}`;
}

function valueOf(parameter: Parameter): fc.Arbitrary<string | null> {
  if (parameter.in === 'path') return textOf(parameter.schema);
  const missing = { arbitrary: fc.constant(null), weight: parameter.required ? 1 : 20 };
  const wrong = { arbitrary: fc.constantFrom(...WRONG), weight: 1 };
  return fc.oneof(missing, wrong, { arbitrary: textOf(parameter.schema), weight: 20 });
}

/** A text that a schema allows. */
function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(textOf));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.items) {
    return fc.array(textOf(schema.items), { minLength: 1, maxLength: 4 }).map((texts) => texts.join(','));
  }
  if (schema.format === 'date') return dayOf().map((instant) => instant.toISOString().slice(0, 10));
  if (schema.format === 'date-time') return dayOf().map((instant) => instant.toISOString());
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern);
    const known = KNOWN_CODES.flatMap((code) => [code, `${code}/EUR`]).filter((code) => pattern.test(code));
    const made = { arbitrary: fc.stringMatching(pattern), weight: 1 };
    return known.length === 0
      ? fc.stringMatching(pattern)
      : fc.oneof(made, { arbitrary: fc.constantFrom(...known), weight: 9 });
  }
  const { minimum: min = 0, maximum: max = 1e15 } = schema;
  if (schema.type === 'integer') return fc.integer({ min, max }).map(String);
  return fc
    .oneof(fc.double({ min, max, noNaN: true }), fc.integer({ min, max: 5000 }))
    .map((amount) => String(Number(amount.toPrecision(15))));
}

function dayOf() {
  return fc.date({ min: new Date('1998-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
}

/** Holds because the document is made by openApiDocument, whose shape a validator holds against OpenAPI 3.1. */
function asDocument(value: unknown): Document {
  return value as Document;
}
