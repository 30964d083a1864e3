import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiError,
  errorBody,
  INTERNAL_ERROR,
  KEYS_UNSURE,
  TOO_MANY_CONNECTIONS,
} from '#lib/contract/errors';
import { openApiDocument } from '#lib/contract/openapi/openapi-document';
import { LATE_DAY } from '#lib/contract/openapi/openapi-error-examples';
import { EXAMPLE_AT } from '#lib/contract/endpoint-contract';
import { HEADER_NOTES, type HeaderName } from '#lib/contract/openapi/openapi-headers';
import { currenciesResponse, documentFacts, pairRateWithProvenance } from '#lib/testing/wire/answer-schemas';
import { payloadIn } from '#lib/testing/builders/receipts';
import { BAD_REQUEST } from '#lib/server/refuse-request';
import { ecbSample, recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import type { EndpointBench, RunningBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { createConformance } from '#lib/testing/suites/endpoints/openapi-conformance';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import { listSources } from '#lib/sources/registry';
import { passTransport } from '#lib/api/callers/transport';
import { someOf } from '#lib/testing/long-count';

const dispatch = await openExportedDispatch();
const conformance = createConformance();

/** The limit of every deployment that sets none, of which the examples of headers tell. */
const VARIABLES = { SOURCES: 'ecb,fixed', RATE_LIMIT_PER_MINUTE: '600' };

/** A moment at which the newest figures of the data are too old. */
const LATE_AT = `${LATE_DAY}T08:00:00Z`;

/** More requests than that limit lets in while they are asked one after the other. */
const REQUESTS_MAX = 5000;

/** An example as a reader of the document finds it. */
interface DocumentExample {
  readonly path: string;
  readonly status: number;
  /** The code of an error, else a name of its own. */
  readonly id: string;
  readonly method: string;
  /** Path and query of the request that its description names; empty where it names none. */
  readonly target: string;
  readonly value: unknown;
}

const DOCUMENTS_PATH = '/v1/documents/{sha256}';

const STREAM_PATH = '/v1/stream';

const EXAMPLES = examplesOf(openApiDocument(null));

describe('the examples of the document', () => {
  it('are there for each status of each endpoint that has a body', () => {
    const statuses = new Set(EXAMPLES.map(({ path, status }) => `${path} ${status}`));
    const { paths } = asDocument(openApiDocument(null));
    const told = Object.entries(paths).flatMap(([path, { get }]) =>
      Object.keys(get.responses).map((status) => `${path} ${status}`),
    );
    expect([...statuses].toSorted()).toEqual(told.filter((name) => !name.endsWith(' 304')).toSorted());
  });
});

const DOCUMENTS: readonly (readonly [string, Uint8Array | null])[] = [
  ['a sample of the recorded history', ecbSample()],
  ['the whole of it', recordedEcbHistory()],
];

describe.each(someOf(DOCUMENTS, 1))('the examples of the document over %s', (_, document) => {
  if (document === null) {
    it('are answered', ({ skip }) => skip(recordedBodiesMissing('ecb')));
    return;
  }
  const benches = new Map<string, EndpointBench>();
  const at = (clock: string) => (): EndpointBench => {
    const bench = benches.get(clock);
    if (!bench) throw new Error('The service has not started.');
    return bench;
  };
  beforeAll(async () => {
    for (const clock of [EXAMPLE_AT, LATE_AT]) {
      const bench = await openServiceBench({ clock, document, newestCheck: 'passed' }, dispatch, VARIABLES);
      benches.set(clock, bench);
    }
  });
  afterAll(async () => {
    for (const bench of benches.values()) await bench.dispose();
  });
  describeAnswers(at(EXAMPLE_AT));
  describeErrors(at(EXAMPLE_AT), at(LATE_AT));
});

function describeAnswers(now: RunningBench): void {
  it.for(EXAMPLES.filter(isWholeAnswer))('are answered: $method $target', async (example) => {
    const response = await ask(now(), example);
    await conformance.check(example.path, response);
    const [text, expected] = [await response.text(), textOf(example)];
    expect([response.status, withoutReceipt(text)]).toEqual([200, withoutReceipt(expected)]);
    expect(lastingPart(text), 'but for what is signed anew').toEqual(lastingPart(expected));
  });

  it.for(answersOf('/v1/status'))(
    'are answered but for what is measured anew: $method $target',
    async (example) => {
      const response = await ask(now(), example);
      await conformance.check(example.path, response);
      expect(unmeasured(await response.json())).toBe(unmeasured(example.value));
    },
  );

  it.for(answersOf('/v1/currencies'))('are answered among others: $method $target', async (example) => {
    const response = await ask(now(), example);
    await conformance.check(example.path, response);
    const answered = currenciesResponse.parse(await response.json());
    const { count, currencies } = currenciesResponse.parse(example.value);
    const codes = new Set(currencies.map(({ code }) => code));
    const among = answered.currencies.filter(({ code }) => codes.has(code));
    const wanted = JSON.stringify({ count, among: currencies });
    expect(JSON.stringify({ count: answered.count, among })).toBe(wanted);
  });

  it.for(answersOf(DOCUMENTS_PATH))('tell of a document that is kept or not: $target', async (example) => {
    const pair = '/v1/rates/pair?from=EUR&to=USD&source=ecb&include=provenance';
    const { provenance } = pairRateWithProvenance.parse(
      await (await ask(now(), { ...example, target: pair })).json(),
    );
    const sha256 = provenance.legs[0]?.document?.sha256;
    const response = await ask(now(), { ...example, target: `/v1/documents/${sha256}` });
    await conformance.check(example.path, response);
    const told = documentFacts.parse(example.value);
    if (response.headers.get('Content-Type') === 'application/json') {
      const { url, firstSeenAt, size } = told;
      const facts = documentFacts.parse(await response.json());
      expect({ ...facts, url, firstSeenAt, size }).toEqual({ ...told, sha256 });
    } else {
      expect(response.headers.get('ETag')).toBe(`"${sha256}"`);
    }
    const ecb = listSources('kraken').find(({ id }) => id === told.source);
    expect([told.terms, told.credit]).toEqual([ecb?.terms, ecb?.attribution]);
  });

  it.for(answersOf(STREAM_PATH))('are what the first event of a stream bears: $target', async (example) => {
    const response = await ask(now(), example);
    await conformance.check(example.path, response);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const [, data = ''] = /^event: rate\ndata: (.*)$/m.exec((await reader?.read())?.value ?? '') ?? [];
    await reader?.cancel();
    const version = response.headers.get('X-Data-Version');
    expect(data).toBe(JSON.stringify({ ...Object(example.value), dataVersion: version }));
  });

  it.for(answersOf('/v1/historical').slice(0, 1))('are sent as headers: $method $target', async (example) => {
    const names = ['X-Truncated', 'Link', 'Cache-Control', 'RateLimit-Policy'] as const;
    expect(sent(await ask(now(), example), names)).toEqual(told(names));
  });
}

function describeErrors(now: RunningBench, late: RunningBench): void {
  it.for(EXAMPLES.filter(isAskedError))('are answered: $status $id to $method $target', async (example) => {
    const bench = example.id === 'source_unavailable' ? late() : now();
    const response = await ask(bench, example);
    if (example.method === 'GET') await conformance.check(example.path, response);
    const { status, value } = example;
    expect([response.status, await response.text()]).toEqual([status, JSON.stringify(value)]);
    if (example.id === 'method_not_allowed') expect(sent(response, ['Allow'])).toEqual(told(['Allow']));
  });

  // The last of these tests: nothing else is answered for a while.
  it('are answered to one request too many', async () => {
    for (const example of EXAMPLES.filter(({ id }) => id === 'rate_limited')) {
      const response = await askUntilLimited(now(), example);
      expect(sent(response, ['Retry-After'])).toEqual(told(['Retry-After']));
      expect(await response.text()).toBe(JSON.stringify(example.value));
    }
  });
}

describe('the examples of errors that no handler answers', () => {
  it.for(EXAMPLES.filter(({ status, id }) => status !== 200 && id in REFUSALS))(
    'are what is sent: $status $id of $path',
    ({ id, value }) => {
      expect(JSON.stringify(value)).toBe(JSON.stringify(errorBody(asRefusal(id))));
    },
  );

  it('are what is sent where keys cannot be checked', () => {
    for (const { value } of EXAMPLES.filter(isOfUnsureKeys)) expect(value).toEqual(errorBody(KEYS_UNSURE));
  });
});

/** What is sent before a request reaches a handler, or in place of its answer. */
const REFUSALS: Readonly<Record<string, () => ApiError>> = {
  bad_request: () => BAD_REQUEST,
  https_required: () => {
    const sender = { address: '192.0.2.1', isEncrypted: false };
    const passage = passTransport({ kind: 'loopback' }, sender, { host: 'rates.example.net' });
    if (passage.kind === 'open') throw new Error('Plain HTTP under another name was let in.');
    return passage.error;
  },
  internal_error: () => INTERNAL_ERROR,
  server_busy: () => TOO_MANY_CONNECTIONS,
};

function asRefusal(id: string): ApiError {
  const refusal = REFUSALS[id];
  if (!refusal) throw new Error(`Nothing refuses by ${id}.`);
  return refusal();
}

function answersOf(path: string): readonly DocumentExample[] {
  return EXAMPLES.filter((example) => example.status === 200 && example.path === path);
}

/** Answers that are the same at each asking and stand in the document whole. */
const RECEIPT = /,"receipt":"([^"]+)"/;

function withoutReceipt(answer: string): string {
  return answer.replace(RECEIPT, '');
}

/** What a receipt in an answer says that does not depend on when and by whom it was issued; null where there is none. */
function lastingPart(answer: string): object | null {
  const [, jws] = RECEIPT.exec(answer) ?? [];
  if (jws === undefined) return null;
  const { id: _id, issuedAt: _at, dataVersion: _version, ...lasting } = payloadIn(jws);
  return lasting;
}

function isWholeAnswer({ path, status }: DocumentExample): boolean {
  return status === 200 && !['/v1/status', '/v1/currencies', DOCUMENTS_PATH, STREAM_PATH].includes(path);
}

/** A table of CSV is its own text. */
function textOf({ value }: DocumentExample): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Errors that a single request gets from a handler. */
function isAskedError(example: DocumentExample): boolean {
  const { status, id } = example;
  return status !== 200 && id !== 'rate_limited' && !(id in REFUSALS) && !isOfUnsureKeys(example);
}

/** Paths of what was, which does not grow too old. */
const OF_PAST = /^\/v1\/revisions\?/;

/** Without a source there is nothing that could be past its limit. */
function isOfUnsureKeys({ id, target }: DocumentExample): boolean {
  return id === 'source_unavailable' && (!target.includes('source=') || OF_PAST.test(target));
}

function ask({ send, key }: EndpointBench, { id, method, target }: DocumentExample): Promise<Response> {
  if (id === 'unauthorized') return send(target, { method });
  const sentKey = id === 'invalid_api_key' ? `${key.slice(0, -1)}_` : key;
  return send(target, { method, headers: [['X-API-Key', sentKey]] });
}

async function askUntilLimited(bench: EndpointBench, example: DocumentExample): Promise<Response> {
  for (let count = 0; count < REQUESTS_MAX; count += 1) {
    const response = await ask(bench, example);
    if (response.status === example.status) return response;
  }
  throw new Error(`${REQUESTS_MAX} requests were not limited.`);
}

function sent({ headers }: Response, names: readonly HeaderName[]) {
  return names.map((name) => [name, headers.get(name)]);
}

function told(names: readonly HeaderName[]) {
  return names.map((name) => [name, HEADER_NOTES[name].example]);
}

/** What a report says, without what is measured anew; nothing is polled beside a test, so that part, and all, is not well. */
function unmeasured(report: unknown): string {
  return JSON.stringify(report, (name, value: unknown) => {
    if (name === 'overall') return 'operational';
    if (name === 'latencyMs' || name === 'lastCheckedAt') return typeof value;
    const isIngest = Reflect.get(Object(value), 'service') === 'ingest';
    return isIngest ? { ...Object(value), status: 'operational' } : value;
  });
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } }>>;
}

type Responses = Readonly<
  Record<
    string,
    {
      readonly content?: Readonly<Record<string, { readonly examples?: Told }>>;
      readonly 'x-csv-examples'?: Told;
    }
  >
>;

type Told = Readonly<Record<string, { readonly description?: string; readonly value: unknown }>>;

/** Holds because the document is made in this form; a place that is missing would give no examples, which a test counts. */
function asDocument(document: unknown): OpenApiDocument {
  return document as OpenApiDocument;
}

/** Every example of the document as it is served. */
function examplesOf(document: unknown): readonly DocumentExample[] {
  const { paths } = asDocument(JSON.parse(JSON.stringify(document)));
  return Object.entries(paths).flatMap(([path, { get }]) =>
    Object.entries(get.responses).flatMap(([status, { content = {}, 'x-csv-examples': tables = {} }]) =>
      [...Object.values(content), { examples: tables }]
        .flatMap(({ examples = {} }) => Object.entries(examples))
        .map(([id, { description = '', value }]) => {
          const [, method = '', target = ''] = /^`([A-Z]+) (\S+)`$/.exec(description) ?? [];
          return { path, status: Number(status), id, method, target, value };
        }),
    ),
  );
}
