import { expect } from 'vitest';
import type { z } from 'zod';

/** The data and circumstances that a running service is wanted with. */
export interface BenchSetup {
  /** The instant that the service believes in. */
  readonly clock: string;
  /** A document of the ECB that is loaded before the service starts. */
  readonly document: Uint8Array;
  /** What the newest check of the source said; never checked when absent. */
  readonly newestCheck?: 'passed' | 'failed';
}

/** A running service as its callers see it. */
export interface EndpointBench {
  /** A key that is valid. */
  readonly key: string;
  /** Sends one request with exactly these headers. */
  readonly send: (path: string, request?: BenchRequest) => Promise<Response>;
  /** Loads one more document of the ECB while the service runs. */
  readonly commit: (document: Uint8Array) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** A request besides its path. */
export interface BenchRequest {
  readonly method?: string;
  /** Pairs, so that a header can be sent twice. */
  readonly headers?: readonly (readonly [string, string])[];
}

/** Starts a service of some engine behind some listener. */
export type OpenBench = (setup: BenchSetup) => Promise<EndpointBench>;

/** The bench of a group of tests, opened before them. */
export type RunningBench = () => EndpointBench;

/** Asks with the valid key, and more headers where a test is about headers. */
export function ask(
  bench: EndpointBench,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return bench.send(path, { headers: [['X-API-Key', bench.key], ...Object.entries(headers)] });
}

/** Asks, wants 200, and gives the body, which must be of the contract's shape. */
export async function askFor<Schema extends z.ZodType>(
  bench: EndpointBench,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const response = await ask(bench, path);
  const body: unknown = await response.json();
  expect({ status: response.status, body }, path).toMatchObject({ status: 200 });
  return schema.parse(body);
}

/** What an error looks like to a caller. */
export interface SeenError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly type: string;
}

/** Reads an error, which must have exactly the interface's fields in order and must not be kept by any cache. */
export async function errorOf(response: Response): Promise<SeenError> {
  const text = await response.text();
  expect(text).toMatch(/^\{"error":\{"code":"[a-z_]+","message":"[^"]+(\\"[^"]*)*","type":"[a-z_]+"\}\}$/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Content-Type')).toBe('application/json');
  return { status: response.status, ...asErrorFields(JSON.parse(text)) };
}

/** Holds because the pattern above has found the three texts. */
function asErrorFields(body: { readonly error: Omit<SeenError, 'status'> }): Omit<SeenError, 'status'> {
  return body.error;
}
