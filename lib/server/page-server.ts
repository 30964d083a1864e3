import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import compression from 'compression';
import type { Sender } from '#lib/api/peer-address';
import { contentSecurityPolicy, fileHeaders, pageHeaders } from '#lib/api/page-headers';
import type { Environment } from '#lib/platform/environment';
import { BUILT_FILES_PATH, sendBuiltFiles } from './built-files.ts';
import { leaveScriptsForLater } from './late-scripts.ts';
import { openPageLocale } from './page-locale.ts';

/** Answers whatever is not /v1. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  sender: Sender,
) => Promise<void>;

/** 128 bits, as the specification of the policy asks for. */
const NONCE_BYTES = 16;

/** Headers by which proxies tell of a request; Next would believe any of them, so it is told what we know instead. */
const FORWARDED_HEADERS = ['forwarded', 'via', 'x-real-ip'] as const;

/** Loads Next. */
export async function loadPages({ host, port }: Environment): Promise<PageHandler> {
  // A self-hosted service tells nobody that it runs.
  process.env['NEXT_TELEMETRY_DISABLED'] ??= '1';
  const { default: next } = await import('next');
  const isDevelopment = process.env.NODE_ENV === 'development';
  const app = next({ dev: isDevelopment, dir: process.cwd(), hostname: host, port });
  await app.prepare();
  const answerPage = app.getRequestHandler();
  const sendFile = isDevelopment ? answerPage : sendBuiltFiles(process.cwd());
  const inLocale = openPageLocale();
  const pack = compression();
  return async (request, response, sender) => {
    tellSender(request, sender);
    if (request.url?.startsWith(BUILT_FILES_PATH)) {
      addHeaders(response, fileHeaders(sender.isEncrypted));
      return sendFile(request, response);
    }
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const setting = { nonce, isEncrypted: sender.isEncrypted, isDevelopment };
    // Next finds the nonce for its own scripts here; the layout reads it for ours, and the page of wrong addresses what was asked.
    request.headers['content-security-policy'] = contentSecurityPolicy(setting);
    request.headers['x-nonce'] = nonce;
    request.headers['x-asked-path'] = request.url?.split('?', 1)[0] ?? '';
    addHeaders(response, pageHeaders(setting));
    pack(request, response, () => undefined);
    if (!isDevelopment) leaveScriptsForLater(response);
    return inLocale(request.headers.cookie, () => answerPage(request, response));
  };
}

function tellSender({ headers }: IncomingMessage, { address, isEncrypted }: Sender): void {
  for (const name of FORWARDED_HEADERS) delete headers[name];
  for (const name of Object.keys(headers)) if (name.startsWith('x-forwarded-')) delete headers[name];
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-proto'] = isEncrypted ? 'https' : 'http';
  if (headers.host !== undefined) headers['x-forwarded-host'] = headers.host;
}

function addHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
