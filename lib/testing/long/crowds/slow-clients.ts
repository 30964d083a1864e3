import { connect, type Socket } from 'node:net';

/** A way of holding a connection without coming to an end. */
export type SlowKind =
  | 'silent'
  | 'partial head'
  | 'slow body'
  | 'slow reader'
  | 'pipelining'
  | 'two lengths'
  | 'half closed';

export const SLOW_KINDS: readonly SlowKind[] = [
  'silent',
  'partial head',
  'slow body',
  'slow reader',
  'pipelining',
  'two lengths',
  'half closed',
];

/** What slow clients need. */
export interface SlowSettings {
  readonly port: () => number;
  /** How many are there at a time; one that is closed comes again. */
  readonly clients: number;
  readonly key: string;
  /** The kinds, in turn; every one unless some are named. */
  readonly kinds?: readonly SlowKind[];
}

/** A crowd of slow clients. */
export interface SlowClients {
  /** Connections that are open at this moment. */
  readonly open: () => number;
  /** Connections that were made so far. */
  readonly made: () => number;
  /** The statuses that were seen, with how often. */
  readonly statuses: () => Readonly<Record<string, number>>;
  readonly stop: () => void;
}

const DRIP_MS = 1_000;
const COME_AGAIN_MS = 500;
const PIPELINED = 20;

/** Clients of one address; services may bound the connections of each. */
const PER_ADDRESS = 20;

const BIG_PATH = '/v1/rates?base=EUR';

/** Opens raw connections that hold on, a byte a second, from many addresses of this machine. */
export function startSlowClients({ port, clients, key, kinds = SLOW_KINDS }: SlowSettings): SlowClients {
  const sockets = new Set<Socket>();
  const statuses = new Map<string, number>();
  let isOver = false;
  let made = 0;
  const open = (index: number) => {
    if (isOver) return;
    made += 1;
    const kind = kinds[index % kinds.length] ?? 'silent';
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress: addressOf(index) });
    sockets.add(socket);
    const drip = behave(kind, socket, key);
    if (kind !== 'slow reader') {
      socket.setEncoding('latin1').on('data', (text: string) => {
        for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      });
    }
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
      setTimeout(() => open(index), COME_AGAIN_MS).unref();
    });
  };
  for (let index = 0; index < clients; index += 1) open(index);
  return {
    open: () => sockets.size,
    made: () => made,
    statuses: () => Object.fromEntries([...statuses].toSorted()),
    stop: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** 127.0.1.1 and on. */
function addressOf(index: number): string {
  const place = Math.floor(index / PER_ADDRESS);
  return `127.0.${1 + Math.floor(place / 250)}.${1 + (place % 250)}`;
}

/** Writes what the kind begins with; gives the timer of what it goes on with. */
function behave(kind: SlowKind, socket: Socket, key: string): NodeJS.Timeout | undefined {
  const head = (lines: string) =>
    `GET ${BIG_PATH} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n${lines}`;
  const drip = (text: string) => setInterval(() => socket.writable && socket.write(text), DRIP_MS);
  switch (kind) {
    case 'silent':
      return undefined;
    case 'partial head':
      socket.write(head('X-Slow: '));
      return drip('a');
    case 'slow body':
      socket.write(
        'POST /account/api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
      );
      return drip(' ');
    case 'slow reader':
      socket.pause();
      socket.write(head('\r\n').repeat(PIPELINED));
      return undefined;
    case 'pipelining':
      socket.write(head('\r\n').repeat(PIPELINED));
      return undefined;
    case 'two lengths':
      socket.write(head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'));
      return undefined;
    case 'half closed':
      socket.end(head('\r\n'));
      return undefined;
    default:
      return unknownKind(kind);
  }
}

function unknownKind(kind: never): never {
  throw new Error(`${String(kind)} is no kind of slow client.`);
}
