import type { ErrorBody } from '#lib/contract/errors';
import type { Conversion, StatusReport } from '#lib/contract/responses';
import type { Result } from '#lib/domain/result';

/** Sends a GET for a path of /v1 with its query and brings back the response; in the browser `fetch`, on the server no network. */
export type Transport = (path: string) => Promise<Response>;

/** An error as the service names it. */
export type ClientError = ErrorBody['error'];

/** The service's endpoints as functions. */
export interface RatesClient {
  readonly convert: (query: {
    readonly from: string;
    readonly to: string;
    readonly amount: string;
    readonly source?: string;
  }) => Promise<Result<Conversion, ClientError>>;
  readonly status: () => Promise<Result<StatusReport, ClientError>>;
}

/** A typed client over a transport. Rejects only when the transport does. */
export function createRatesClient(transport: Transport): RatesClient {
  return {
    convert: (query) => get(transport, `/v1/convert?${new URLSearchParams({ ...query })}`, asConversion),
    status: () => get(transport, '/v1/status', asStatusReport),
  };
}

async function get<T>(
  transport: Transport,
  path: string,
  as: (body: unknown) => T,
): Promise<Result<T, ClientError>> {
  const response = await transport(path);
  const body: unknown = await response.json();
  return response.ok ? { ok: true, value: as(body) } : { ok: false, error: asErrorBody(body).error };
}

/** The service answers 200 with exactly this shape: its own tests hold every answer against the schema. */
function asConversion(body: unknown): Conversion {
  return body as Conversion;
}

/** As above. */
function asStatusReport(body: unknown): StatusReport {
  return body as StatusReport;
}

/** Every answer that is not 2xx has the error shape, which the same tests hold. */
function asErrorBody(body: unknown): ErrorBody {
  return body as ErrorBody;
}
