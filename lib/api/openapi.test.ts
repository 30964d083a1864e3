import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#lib/api/endpoints/all';
import { API_ERRORS } from '#lib/contract/errors';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { openApiSchemas } from '#lib/contract/openapi/openapi-schemas';
import { convertContract } from '#lib/contract/endpoints/convert';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { SIGNIFICANT_DIGITS } from '#lib/domain/rates/exact-number';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const document = JSON.parse(JSON.stringify(openApiDocument('https://rates.example.net')));
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('tells of every endpoint that is answered, and of no other, in the order of their paths', () => {
    const paths = Object.values(ENDPOINT_PATHS);
    expect(OPERATIONS.map(({ path }) => path)).toEqual(paths);
    expect(ENDPOINTS.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  });

  it('names each schema that it refers to, and only those of /v1', () => {
    const text = JSON.stringify(openApiDocument(null));
    const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect(Object.keys(openApiSchemas()).toSorted()).toEqual([...referred].toSorted());
  });

  it.each(ENDPOINTS)('tells of the very parameters of $path, and whether it needs a key', (endpoint) => {
    const told = OPERATIONS.find(({ path }) => path === endpoint.path);
    expect(told?.access).toBe(endpoint.access);
    expect(told?.parameters.map(({ name }) => name)).toEqual(Object.keys(endpoint.query.shape));
    for (const { name, required } of told?.parameters ?? []) {
      const shape: Readonly<Record<string, { safeParse: (value: undefined) => { success: boolean } }>> =
        endpoint.query.shape;
      expect(shape[name]?.safeParse(undefined).success, name).toBe(!required);
    }
  });

  it('says something of every parameter, field and header', () => {
    expect(JSON.stringify(openApiDocument(null))).not.toContain('"description":""');
  });

  it('gives every code of an error under its own status', () => {
    for (const { errors } of OPERATIONS) expect(errors.length).toBe(new Set(errors).size);
    const told = new Set(OPERATIONS.flatMap(({ errors }) => errors));
    // A path that there is cannot be one that there is not.
    expect([...told, 'not_found'].toSorted()).toEqual(Object.keys(API_ERRORS).toSorted());
  });
});

describe('what a parameter may be', () => {
  const { query } = convertContract;
  const amount =
    OPERATIONS.flatMap(({ parameters }) => parameters).find(({ name }) => name === 'amount')?.schema ?? {};
  const readAmount = (text: string) => query.shape.amount.safeParse(text);

  it.each([
    ['/v1/historical', 'limit', ['1', '5000'], ['0', '5001', '1.5', '-1', 'x']],
    ['/v1/rates/series', 'days', ['1', '31'], ['0', '32', '1.5', 'x']],
    [
      '/v1/convert',
      'amount',
      ['0', '0.00', '1e-12', '0.000000000001', '0.5', '1234.5', '1e15', '1000000000000000'],
      ['-1', '1e-13', '9.99e-13', '0.0000000000001', '1000000000000001', '1e16', 'x'],
    ],
    ['/v1/convert', 'source', ['ecb', 'web-search'], ['ECB', 'yahoo', '']],
    ['/v1/convert', 'include', ['provenance', 'receipt', 'provenance,receipt'], ['all', '', 'receipt,']],
    ['/v1/rates', 'base', ['usd', 'EUR'], ['U', 'US$', 'ABCDEFGHIJK']],
  ])('is the same in the document as for %s: %s', async (path, name, good, bad) => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const schema = OPERATIONS.find((one) => one.path === path)?.parameters.find(
      (one) => one.name === name,
    )?.schema;
    const query = ENDPOINTS.find((one) => one.path === path)?.query;
    const validate = new Ajv2020({ strict: false, validateSchema: false }).compile(
      JSON.parse(JSON.stringify(schema)),
    );
    const read = (text: string) => (/number|integer/.test(String(schema?.type)) ? Number(text) : text);
    const field: { safeParse: (value: string) => { success: boolean } } | undefined = query?.shape[name];
    for (const text of good)
      expect([text, validate(read(text)), field?.safeParse(text).success]).toEqual([text, true, true]);
    for (const text of bad)
      expect([text, validate(read(text)), field?.safeParse(text).success]).toEqual([text, false, false]);
  });

  it(seeded('is the same for every amount of at most 15 significant digits'), async () => {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const validate = new Ajv2020({ strict: false, validateSchema: false }).compile(amount);
    const near = fc
      .constantFrom(0, 1e-13, 1e-12, 1, 1e15, 1e16)
      .chain((edge) => fc.double({ min: edge / 10, max: edge * 10 + 1e-12, noNaN: true }));
    fc.assert(
      fc.property(fc.oneof(near, fc.double({ noNaN: true, noDefaultInfinity: true })), (double) => {
        const value = Number(double.toPrecision(SIGNIFICANT_DIGITS));
        expect([value, readAmount(String(value)).success]).toEqual([value, validate(value)]);
      }),
      propertyRuns(2000),
    );
  });

  it('is said in words where a schema of numbers cannot say it', () => {
    expect(amount.description).toContain(`${SIGNIFICANT_DIGITS} significant digits`);
    for (const text of ['1234567890123.456', '0.1234567890123456', '1,000', '0x10', '+1', ' 1', '1.', '.5'])
      expect([text, readAmount(text).success]).toEqual([text, false]);
  });
});
