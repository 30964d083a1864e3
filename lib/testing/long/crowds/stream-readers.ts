import { type ClientRequest, request } from 'node:http';

/** A reader of a stream that connects again, with the id of its last event, whenever the stream ends. */
export interface StreamReader {
  /** The figures of each pair in the order in which they came, each as `rate timestamp`. */
  readonly figures: ReadonlyMap<string, readonly string[]>;
  /** How often it has been let in. */
  readonly opened: () => number;
  /** Refusals; a connection that broke is none. */
  readonly offences: readonly string[];
  readonly stop: () => void;
}

/** What is read. */
export interface StreamAsked {
  readonly port: number;
  readonly key: string;
  /** Such as `EUR/USD,BTC/USD`. */
  readonly pairs: string;
}

/** After so long a stream that ended is asked for again. */
const AGAIN_MS = 500;

/** Opens a stream and reads it until it is told to stop. */
export function readStream({ port, key, pairs }: StreamAsked): StreamReader {
  const figures = new Map<string, string[]>();
  const offences: string[] = [];
  let lastId: string | null = null;
  let opened = 0;
  let isStopped = false;
  let asked: ClientRequest | null = null;
  const take = ({ data, id }: StreamEvent) => {
    const { from, to, rate, timestamp } = asTold(JSON.parse(data));
    const pair = `${from}/${to}`;
    const told = figures.get(pair) ?? [];
    figures.set(pair, told);
    told.push(`${rate} ${timestamp}`);
    lastId = id;
  };
  const connect = () => {
    if (isStopped) return;
    const headers = { 'X-API-Key': key, ...(lastId !== null && { 'Last-Event-ID': lastId }) };
    const again = () => setTimeout(connect, AGAIN_MS);
    asked = request({ host: '127.0.0.1', port, path: `/v1/stream?pairs=${pairs}`, headers, agent: false });
    asked.once('error', again);
    asked.once('response', (response) => {
      asked?.off('error', again).on('error', () => {});
      if (response.statusCode === 200) opened += 1;
      else offences.push(`a stream was answered with ${response.statusCode}`);
      response.setEncoding('utf8').on('data', readEvents(take));
      response.on('error', () => {}).once('close', again);
    });
    asked.end();
  };
  connect();
  return {
    figures,
    opened: () => opened,
    offences,
    stop: () => {
      isStopped = true;
      asked?.destroy();
    },
  };
}

interface StreamEvent {
  readonly data: string;
  readonly id: string;
}

/** Reads what comes; an event counts once the empty line that ends it is there. */
function readEvents(take: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      const [, id] = /^id: (.*)$/m.exec(block) ?? [];
      if (data !== undefined && id !== undefined) take({ data, id });
    }
  };
}

interface Told {
  readonly from: string;
  readonly to: string;
  readonly rate: number;
  readonly timestamp: string;
}

/** Our own event, whose form the tests of the endpoint hold. */
function asTold(data: unknown): Told {
  return data as Told;
}
