import { z } from 'zod';
import type { AccountArea } from '#lib/account/account-area';
import type { AccountErrorCode } from '#lib/contract/account-errors';

/** What came back. */
export interface AccountReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** The code of an error; null for an answer. */
  readonly code: AccountErrorCode | null;
}

/** A browser that shows the account pages: keeps cookies and says which page asks. */
export interface AccountBrowser {
  readonly get: (path: string) => Promise<AccountReply>;
  readonly post: (path: string, body?: unknown) => Promise<AccountReply>;
  /** A request with exactly these headers and the cookies. */
  readonly send: (path: string, init: RequestInit) => Promise<AccountReply>;
  readonly cookies: Map<string, string>;
}

/** How a browser reaches the service. */
export interface BrowserWay {
  readonly origin?: string;
  readonly address?: string;
  readonly userAgent?: string;
}

const ERROR = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(10), type: z.string().min(5) }),
});

/** A browser without cookies. */
export function openBrowser(area: Pick<AccountArea, 'answer'>, way: BrowserWay = {}): AccountBrowser {
  const {
    origin = 'http://localhost:3000',
    address = '192.0.2.1',
    userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  } = way;
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<AccountReply> => {
    const url = new URL(`/account/api/${path}`, origin);
    const headers = new Headers(init.headers);
    headers.set('host', url.host);
    headers.set('user-agent', userAgent);
    if (cookies.size > 0) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const request = new Request(url, { ...init, headers });
    const response = await area.answer(request, {
      network: address,
      isEncrypted: url.protocol === 'https:',
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return readReply(response);
  };
  const fromOwnPage = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return {
    cookies,
    send,
    get: (path) => send(path, { headers: { 'sec-fetch-site': 'same-origin' } }),
    post: (path, body = {}) =>
      send(path, { method: 'POST', headers: fromOwnPage, body: JSON.stringify(body) }),
  };
}

async function readReply(response: Response): Promise<AccountReply> {
  const { status, headers } = response;
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (status < 400) return { status, body, headers, code: null };
  const { code } = ERROR.parse(body).error;
  return { status, body, headers, code: asCode(code) };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const separator = pair.indexOf('=');
  const name = pair.slice(0, separator);
  if (/max-age=0\b/i.test(line)) cookies.delete(name);
  else cookies.set(name, pair.slice(separator + 1));
}

/** Every error of the account area is made from its closed list. */
function asCode(code: string): AccountErrorCode {
  return code as AccountErrorCode;
}
