import http, { type IncomingHttpHeaders } from 'node:http';
import { Buffer } from 'node:buffer';

/** What came over the wire, before anything was unpacked or followed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether all that was promised came. */
  readonly isWhole: boolean;
}

/** One request as a test makes it. */
export interface RawRequest {
  readonly url: string;
  /** Makes it a POST. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Gives up after so long, with what came until then; not at all unless given. */
  readonly patienceMs?: number;
}

/** Asks with node:http alone: no redirect, no unpacking, a connection of its own. Rejects where no answer begins. */
export function requestRaw({ url, body, headers, patienceMs }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    let giveUp = (): void => void request.destroy(new Error('no patience'));
    const request = http.request(url, { agent: false, method, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      const finish = (): void => {
        clearTimeout(timer);
        const { statusCode = 0, complete: isWhole } = response;
        resolve({ status: statusCode, headers: response.headers, body: Buffer.concat(chunks), isWhole });
        request.destroy();
      };
      giveUp = finish;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', finish);
      response.on('end', finish);
    });
    const timer = patienceMs === undefined ? undefined : setTimeout(() => giveUp(), patienceMs);
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}
