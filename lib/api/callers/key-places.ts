import { BROWSER_KEY_START } from '#lib/account/keys/browser-key';
import { KEY_START } from '#lib/account/keys/key-format';
import type { ApiError } from '#lib/contract/errors';

const KEY_STARTS = [KEY_START, BROWSER_KEY_START];

/** Addresses end up in logs, histories and other sites' Referer; the address itself is never repeated. */
export const KEY_IN_ADDRESS: ApiError = {
  code: 'invalid_parameter',
  message:
    'An API key does not belong in the address; send it in the X-API-Key header, and replace this one.',
};

/** Whether a decoded text has something in it that looks like a key. */
export function holdsKey(text: string): boolean {
  return KEY_STARTS.some((start) => text.includes(start));
}

/** What stands in an `Authorization: Bearer` header, where clients of the Model Context Protocol send a key. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
