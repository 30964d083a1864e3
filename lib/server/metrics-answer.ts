import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sender } from '#lib/api/callers/peer-address';
import type { Service } from '#lib/service';

/** Where monitoring reads. */
export const METRICS_PATH = '/metrics';

const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

/** Who asks, and whether the request came straight from there. */
export interface MetricsAsker {
  readonly sender: Sender;
  readonly isDirect: boolean;
}

/**
 * GET /metrics: for this machine itself, unless proxies stand on it, and elsewhere for whoever knows METRICS_TOKEN; for all others
 * there is no such page.
 */
export async function answerMetrics(
  { metrics, environment, log }: Service,
  request: IncomingMessage,
  response: ServerResponse,
  asker: MetricsAsker,
): Promise<void> {
  if (!maySee(environment.metricsToken, request, asker)) return send(response, 404, 'Not found\n');
  try {
    const { contentType, text } = await metrics.read();
    send(response, 200, text, contentType);
  } catch (error) {
    log.error({ err: error }, 'the metrics could not be read');
    send(response, 503, 'The metrics cannot be read right now.\n');
  }
}

function maySee(
  token: string | null,
  { headers }: IncomingMessage,
  { sender, isDirect }: MetricsAsker,
): boolean {
  if (isDirect && LOOPBACK_ADDRESSES.includes(sender.address)) return true;
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === null || given === undefined) return false;
  const wanted = Buffer.from(token);
  const offered = Buffer.from(given);
  return wanted.length === offered.length && timingSafeEqual(wanted, offered);
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  response.end(text);
}
