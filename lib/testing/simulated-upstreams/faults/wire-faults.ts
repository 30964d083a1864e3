import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';
import { type Answer, htmlPage } from '#lib/testing/simulated-upstreams/publisher';

const DRIP_INTERVAL_MS = 1000;
/** A gzip file may consist of several members: zeros at a thousand to one, more than the 32 MiB that a client takes. */
const BOMB_MEMBER = gzipSync(Buffer.alloc(2 ** 20));
const BOMB_MEMBERS = 40;

/** Nothing ever listens on port 1, and it is on no list of allowed hosts. */
const ELSEWHERE_ON_LOOPBACK = 'http://127.0.0.1:1/';

/** Answers with a fault of the wire; false where the fault is none of the wire, and nothing was sent. */
export function spoilAnswer(
  fault: Fault,
  sound: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const contentType = sound.headers['Content-Type'] ?? 'application/octet-stream';
  const end = (status: number, headers: Readonly<Record<string, string>>, body = ''): true => {
    response.writeHead(status, headers).end(body);
    return true;
  };
  switch (fault) {
    case 'hang':
      return true;
    case 'drip':
      return drip(contentType, sound, response);
    case 'cut':
      return cut(contentType, sound, response);
    case 'gzip_bomb':
      return sendBomb(contentType, response);
    case 'html':
      return end(200, { 'Content-Type': 'text/html; charset=utf-8' }, htmlPage('Please wait'));
    case 'html_as_data':
      return end(200, { 'Content-Type': contentType }, htmlPage('Please wait'));
    case 'redirect_loop':
      return end(302, { Location: request.url ?? '/' });
    case 'redirect_to_loopback':
      return end(302, { Location: ELSEWHERE_ON_LOOPBACK });
    case 'too_many_requests':
      return end(429, { 'Retry-After': '1', 'Content-Type': 'text/plain' }, 'Too Many Requests\r\n');
    case 'server_error':
      return end(500, { 'Content-Type': 'text/html; charset=utf-8' }, htmlPage('Internal Server Error'));
    default:
      return false;
  }
}

function drip(contentType: string, sound: Answer, response: ServerResponse): true {
  const body = Buffer.from(sound.body);
  response.writeHead(sound.status, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent < body.length) return;
    clearInterval(timer);
    response.end();
  }, DRIP_INTERVAL_MS);
  timer.unref();
  response.on('close', () => clearInterval(timer));
  return true;
}

function cut(contentType: string, sound: Answer, response: ServerResponse): true {
  const body = Buffer.from(sound.body);
  response.writeHead(sound.status, { 'Content-Type': contentType, 'Content-Length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  return true;
}

function sendBomb(contentType: string, response: ServerResponse): true {
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Encoding': 'gzip' });
  let sent = 0;
  const sendMember = (): void => {
    if (response.destroyed) return;
    if (sent === BOMB_MEMBERS) {
      response.end();
      return;
    }
    sent += 1;
    response.write(BOMB_MEMBER, sendMember);
  };
  sendMember();
  return true;
}
