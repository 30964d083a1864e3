import { request, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer over a socket of this machine, every byte of it. */
export interface SocketAnswer {
  readonly status: number;
  /** Names and values in turns. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Asks the other process; rejects when no whole answer comes. */
export function askSocket(options: RequestOptions, body: string | Uint8Array = ''): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(options, (answer) => {
      const { statusCode = 500, rawHeaders } = answer;
      buffer(answer).then((read) => resolve({ status: statusCode, rawHeaders, body: read }), reject);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
