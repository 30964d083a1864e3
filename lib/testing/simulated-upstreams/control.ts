import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type Fault,
  FAULTS,
  isFault,
  isSimulatedSource,
  type PolledSourceId,
  SIMULATED_SOURCES,
} from './faults/faults.ts';

/** What the control listener steers. */
export interface FaultSwitch {
  readonly faultOf: (source: PolledSourceId) => Fault | null;
  readonly setFault: (source: PolledSourceId, fault: Fault | null) => Promise<void>;
}

/** The control listener. */
export interface Control {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** No fault's name is longer. */
const BODY_CHARS_MAX = 100;

/**
 * Listens on a free port of 127.0.0.1 for `GET /faults`, `PUT /faults/SOURCE` with the name of a fault as its body, and
 * `DELETE /faults/SOURCE`. It answers when the fault acts.
 */
export async function startControl(faults: FaultSwitch): Promise<Control> {
  const server = createServer((request, response) => void answer(faults, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  faults: FaultSwitch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, room, source = '', ...rest] = (request.url ?? '').split('/');
  const text = (await readText(request)).trim();
  if (room !== 'faults' || rest.length > 0)
    return refuse(response, 404, 'Ask for /faults or /faults/SOURCE.');
  if (source === '' && request.method === 'GET') return listFaults(faults, response);
  if (!isSimulatedSource(source)) {
    return refuse(response, 404, `SOURCE is one of ${SIMULATED_SOURCES.join(', ')}.`);
  }
  if (request.method === 'DELETE') return setFault(faults, source, null, response);
  if (request.method !== 'PUT')
    return refuse(response, 405, 'Use PUT to set a fault and DELETE to take it back.');
  if (!isFault(text)) return refuse(response, 400, `The body is the name of a fault: ${FAULTS.join(', ')}.`);
  return setFault(faults, source, text, response);
}

function listFaults({ faultOf }: FaultSwitch, response: ServerResponse): void {
  const state = Object.fromEntries(SIMULATED_SOURCES.map((source) => [source, faultOf(source)]));
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(`${JSON.stringify({ faults: state, known: FAULTS }, null, 2)}\n`);
}

async function setFault(
  faults: FaultSwitch,
  source: PolledSourceId,
  fault: Fault | null,
  response: ServerResponse,
): Promise<void> {
  await faults.setFault(source, fault);
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`${source}: ${fault ?? 'no fault'}\n`);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${sentence}\n`);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    if (text.length <= BODY_CHARS_MAX) text += String(chunk);
  }
  return text;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The control listener has no port.');
  return address.port;
}
