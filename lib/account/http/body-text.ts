import type { AccountError } from '#lib/contract/account-errors';

/** The longest body: a name, an address and a password many times over. */
const BODY_BYTES_MAX = 16_384;

/** Why a body that is too long is refused. */
export const BODY_TOO_LARGE: AccountError = {
  code: 'body_too_large',
  message: `The body is longer than ${BODY_BYTES_MAX} bytes.`,
};

/** The body of a request; null when it is too long, and what comes after that is not read. */
export async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_BYTES_MAX) return null;
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
