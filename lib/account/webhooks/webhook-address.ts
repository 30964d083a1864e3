import { isIP } from 'node:net';
import { fail, ok, type Result } from '#lib/domain/result';
import { isPrivateAddress } from '#lib/platform/private-address';

/**
 * Reads the address of a webhook, or says in a sentence why it is none. Names are not looked up here: what they lead to is
 * checked each time that a connection is made.
 */
export function readWebhookAddress(text: string, allowsPrivate: boolean): Result<string, string> {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return fail('Give the address as https://example.org/path.');
  }
  if (url.username !== '' || url.password !== '') {
    return fail('Leave the name and the password out of the address; messages are signed.');
  }
  const isPrivate = isPrivateHost(url.hostname.replace(/^\[|\]$/g, ''));
  if (isPrivate && !allowsPrivate) {
    return fail(
      'This address is in a private network; give one on the internet, or ask the operator to set WEBHOOK_PRIVATE_ADDRESSES=on.',
    );
  }
  if (url.protocol === 'http:' && !(isPrivate && allowsPrivate)) {
    return fail('Give an https address: messages are not sent over plain http.');
  }
  url.hash = '';
  return ok(url.href);
}

function isPrivateHost(host: string): boolean {
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
