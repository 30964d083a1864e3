import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type AccountArea, areaOf } from '#lib/account/account-area';
import { respondWithAccountError } from '#lib/account/http/answers';
import { BODY_TOO_LARGE, readText } from '#lib/account/http/body-text';
import { visitorOf } from '#lib/account/visitor-of';
import { fieldsOf } from '#lib/api/http/respond';
import { askSocket, type SocketAnswer } from '#lib/platform/ask-socket';
import type { Logger } from '#lib/platform/logger';

/*
 * Wrong passwords, waits and turns are counted in memory, so that one worker answers for the accounts of all: an attacker gets
 * no more tries where there are more workers. The others hand requests on to it over its socket.
 */

/** Where a worker takes what the others hand on. */
export const ACCOUNTS_PATH = '/workers/accounts';

/** How long a worker that is being started again is waited for, and how often it is tried meanwhile. */
const PATIENCE_MS = 10_000;
const AGAIN_MS = 100;

/** The longest that an answer may take: a sign-in waits for its turn. */
const ANSWER_MS = 30_000;

/** A request about accounts as it is handed on. */
interface Handed {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly network: string | null;
  readonly isEncrypted: boolean;
}

/** Accounts as a worker has them that hands every request on to `socketPath`. */
export function relayAccounts(socketPath: string, log: Pick<Logger, 'error'>): AccountArea {
  return areaOf(async (request, context) => {
    const { address, isEncrypted } = visitorOf(context);
    const body = await readText(request);
    if (body === null) return respondWithAccountError(BODY_TOO_LARGE);
    const { url, method } = request;
    const handed: Handed = {
      url,
      method,
      headers: [...request.headers],
      body,
      network: address,
      isEncrypted,
    };
    try {
      return responseOf(await askPatiently(socketPath, JSON.stringify(handed)));
    } catch (error) {
      log.error({ err: error }, 'a request about accounts could not be handed on');
      return respondWithAccountError({
        code: 'database_unavailable',
        message: 'Accounts cannot be reached right now. Try again in a few seconds.',
        retryAfterSeconds: 5,
      });
    }
  });
}

/** Answers what another worker handed on. */
export async function answerHanded(
  answer: AccountArea['answer'],
  incoming: IncomingMessage,
): Promise<Response> {
  const { url, method, headers, body, network, isEncrypted } = asHanded(JSON.parse(await text(incoming)));
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    body: body === '' ? null : body,
  });
  return answer(request, { network, isEncrypted });
}

/** Tries again only where nobody took the request, so that nothing is done twice. */
async function askPatiently(socketPath: string, body: string): Promise<SocketAnswer> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      return await askSocket({ socketPath, path: ACCOUNTS_PATH, method: 'POST', signal }, body);
    } catch (error) {
      if (!isNobodyThere(error) || performance.now() > untilMs) throw error;
    }
    await pause(AGAIN_MS);
  }
}

function isNobodyThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

function responseOf({ status, rawHeaders, body }: SocketAnswer): Response {
  const headers = fieldsOf(rawHeaders).filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase()));
  return new Response(body.byteLength === 0 ? null : new Uint8Array(body), { status, headers });
}

/** What belongs to the way between the two workers. */
const OWN_HEADERS: readonly string[] = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

/** Another worker of this service sends exactly this. */
function asHanded(read: unknown): Handed {
  return read as Handed;
}
