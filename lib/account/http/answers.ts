import {
  ACCOUNT_ERRORS,
  type AccountError,
  type AccountErrorCode,
  accountErrorBody,
} from '#lib/contract/account-errors';
import { fail, ok } from '#lib/domain/result';
import type { AccountAnswer } from './endpoint.ts';

const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Cookie',
};

/** 200 with a body. */
export function respond({ body, cookies = [], headers = {} }: AccountAnswer): Response {
  const response = new Response(JSON.stringify(body), { status: 200, headers: { ...HEADERS, ...headers } });
  for (const line of cookies) response.headers.append('Set-Cookie', line);
  return response;
}

/** An error in the one shape. */
export function respondWithAccountError(error: AccountError, cookies: readonly string[] = []): Response {
  const response = new Response(JSON.stringify(accountErrorBody(error)), {
    status: ACCOUNT_ERRORS[error.code].status,
    headers: HEADERS,
  });
  if (error.retryAfterSeconds !== undefined) {
    response.headers.set('Retry-After', String(error.retryAfterSeconds));
  }
  for (const line of cookies) response.headers.append('Set-Cookie', line);
  return response;
}

/** An answer of an endpoint; `cookies` are Set-Cookie lines. */
export function answered(body: unknown, cookies: readonly string[] = []) {
  return ok({ body, cookies } satisfies AccountAnswer);
}

/** A refusal of an endpoint. */
export function refused(code: AccountErrorCode, message: string) {
  return fail({ code, message } satisfies AccountError);
}

/** A refusal for a while. */
export function slowedDown(
  retryAfterSeconds: number,
  message = 'Too many tries. Wait a little and try again.',
) {
  return fail({ code: 'rate_limited', message, retryAfterSeconds } satisfies AccountError);
}
