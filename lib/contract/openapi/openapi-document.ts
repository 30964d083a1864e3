import { csvText } from '#lib/contract/csv-text';
import type { CsvExample, EndpointExample } from '#lib/contract/endpoint-contract';
import { requestAddress } from '#lib/contract/endpoint-paths';
import { API_ERRORS, type ApiErrorCode, errorBody } from '#lib/contract/errors';
import { errorExample } from './openapi-error-examples.ts';
import { ERROR_NOTES, statusesOf } from './openapi-errors.ts';
import { HEADER_NOTES, type HeaderName, SHARED_HEADERS } from './openapi-headers.ts';
import { type ApiOperation, type ApiParameter, OPERATIONS } from './openapi-operations.ts';
import { errorAnswer, openApiSchemas, schemaRef } from './openapi-schemas.ts';

/** The version of the API, not of this product: it grows with every addition, and the first figure is the one in the paths. */
export const API_VERSION = '1.1.0';

/** The service in one sentence. */
export const API_SUMMARY = 'Currency rates that are exact and say where they come from.';

/** A part of the document. */
type Part = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document of /v1, made of the schemas that requests are read and answers are tested with. `origin` is where
 * the service is reached; null leaves that to where the document was found, and then there are no links to its pages, which
 * need a whole address.
 */
export function openApiDocument(origin: string | null): Part {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Crossrate',
      version: API_VERSION,
      summary: API_SUMMARY,
      description: `${API_DESCRIPTION} ${PAGE}`,
      contact: {
        name: 'The operator of this server',
        ...(origin !== null && { url: `${origin}/docs` }),
      },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin ?? '/' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [operation.path, { get: pathOf(operation, origin) }]),
    ),
    components: {
      schemas: openApiSchemas(),
      headers: Object.fromEntries(Object.entries(HEADER_NOTES).map(([name, note]) => [name, headerOf(note)])),
      parameters: REQUEST_HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'An API key of an account, created on its keys page. Never put it in an address.',
        },
      },
    },
  };
}

/** What holds for every endpoint. */
export const API_DESCRIPTION =
  'Read-only: GET, HEAD (the headers alone) and OPTIONS (for pages of other origins). Answers are JSON where an endpoint does not say otherwise, and those that are tables also CSV; errors are always JSON. Times are UTC. Rates and amounts are JSON numbers of at most 15 significant digits. A query parameter that an endpoint does not know is an error, unless `Prefer: handling=lenient` is sent. /v1 only grows: a breaking change would be /v2.';

const PAGE = 'The pages under `/docs` of the same server have each endpoint with a box to try it.';

/** The groups of endpoints. */
export const TAGS = [
  { name: 'Rates', description: 'Rates and conversions, current or of a past day.' },
  { name: 'History', description: 'Observations of the past.' },
  { name: 'Reference', description: 'Known currencies, published documents, and how the sources are doing.' },
];

const REQUEST_HEADERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An `ETag` that was answered before: the same answer then comes as 304 without a body.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'The `id` of the last event that was received: the stream then begins with those pairs alone whose answer has changed since.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: 'With `handling=lenient`, unknown query parameters are ignored instead of refused.',
    schema: { type: 'string', examples: ['handling=lenient'] },
  },
};

function pathOf(operation: ApiOperation, origin: string | null): Part {
  const { id, path, access, tag, title, description, parameters, isStream = false } = operation;
  const requestHeaders = isStream ? ['LastEventId', 'Prefer'] : ['IfNoneMatch', 'Prefer'];
  return {
    operationId: operationIdOf(id),
    summary: title,
    description,
    tags: [tag],
    ...(origin !== null && {
      externalDocs: { url: `${origin}/docs/${id}`, description: `${path} with a box to try it` },
    }),
    ...(access === 'public' && { security: [] }),
    parameters: [
      ...parameters.map(parameterOf),
      ...requestHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    responses: {
      200: answerOf(operation),
      ...(!isStream && {
        304: {
          description: 'The answer is still the one that `If-None-Match` names.',
          headers: headersOf(operation.answerHeaders),
        },
      }),
      ...errorResponses(operation),
    },
  };
}

function operationIdOf(id: string): string {
  return id === 'convert'
    ? id
    : `get-${id}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function parameterOf({ name, place, required, description, schema }: ApiParameter): Part {
  return {
    name,
    in: place,
    required,
    description,
    schema,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  };
}

function answerOf(operation: ApiOperation): Part {
  const { path, answer, csvExample, isAlsoFile, isStream, answerHeaders, examples, title } = operation;
  return {
    description: csvExample ? `${title}. With \`format=csv\` as a table, \`text/csv\`.` : title,
    headers: headersOf(answerHeaders),
    content: {
      [isStream ? 'text/event-stream' : 'application/json']: {
        schema: schemaRef(answer),
        examples: Object.fromEntries(examples.map((example) => [example.id, exampleOf(path, example)])),
      },
      ...(isAlsoFile && { 'application/octet-stream': {} }),
    },
    // As a second media type, every call of a generated client would answer an object or a text, whatever was asked.
    ...(csvExample && { 'x-csv-examples': { [csvExample.id]: csvExampleOf(path, csvExample) } }),
  };
}

/** An example says in its description which request it answers. */
function exampleOf(path: string, { summary, query, body }: EndpointExample): Part {
  return { summary, description: `\`GET ${requestAddress(path, query)}\``, value: body };
}

function csvExampleOf(path: string, { summary, query, lines }: CsvExample): Part {
  const request = requestAddress(path, { ...query, format: 'csv' });
  return { summary, description: `\`GET ${request}\``, value: csvText(lines) };
}

function errorExampleOf(operation: ApiOperation, code: ApiErrorCode): Part {
  const { summary, request, message } = errorExample(operation, code);
  return {
    summary,
    ...(request !== null && { description: `\`${request}\`` }),
    value: errorBody({ code, message }),
  };
}

/** Errors by status, each status with the codes that it can bear. */
function errorResponses(operation: ApiOperation): Part {
  const codes = operation.errors;
  const statuses = [...new Set(codes.flatMap(statusesOf))].toSorted((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      errorResponse(
        operation,
        status,
        codes.filter((code) => statusesOf(code).includes(status)),
      ),
    ]),
  );
}

/** Headers of single errors beside those of every answer. */
const OWN_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  [API_ERRORS.unauthorized.status]: ['WWW-Authenticate'],
  [API_ERRORS.pair_unavailable.status]: ['X-Data-Version'],
  [API_ERRORS.method_not_allowed.status]: ['Allow'],
  [API_ERRORS.rate_limited.status]: ['Retry-After'],
  [API_ERRORS.source_unavailable.status]: ['X-Data-Version', 'Retry-After'],
};

function errorResponse(operation: ApiOperation, status: number, codes: readonly ApiErrorCode[]): Part {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_NOTES[code].when}`).join('\n\n'),
    headers: headersOf(OWN_HEADERS[status] ?? []),
    content: {
      'application/json': {
        schema: { allOf: [schemaRef(errorAnswer), errorOf(codes)] },
        examples: Object.fromEntries(codes.map((code) => [code, errorExampleOf(operation, code)])),
      },
    },
  };
}

/** What narrows an error down to some codes. It names every field of the error, so that a strict reader calls none unknown. */
function errorOf(codes: readonly ApiErrorCode[]): Part {
  const types = [...new Set(codes.map((code) => API_ERRORS[code].type))];
  return {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: codes },
          message: { type: 'string' },
          type: { type: 'string', enum: types },
        },
      },
    },
  };
}

function headersOf(own: readonly HeaderName[]): Part {
  const names = [...SHARED_HEADERS, ...own];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function headerOf({
  description,
  example,
}: {
  readonly description: string;
  readonly example: string;
}): Part {
  return { description, schema: { type: 'string' }, example };
}
