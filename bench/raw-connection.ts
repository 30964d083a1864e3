import { connect, type Socket } from 'node:net';

/** A connection of HTTP/1.1 that is kept open and has one request under way at a time; opened again where the server closes it. */
export interface RawConnection {
  /** Sends a request; `status` is 0 where the connection ended or failed before its answer was there. */
  readonly ask: (request: Buffer, onAnswer: (status: number, bytes: number) => void) => void;
  readonly end: () => void;
}

/** The bytes of a GET request. */
export function requestBytes(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
}

const HEAD_END = '\r\n\r\n';
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Makes a connection to a port of loopback. It reads no more of an answer than its status and the length that its head names,
 * so that it is not the generator that is measured.
 */
export function createRawConnection(port: number): RawConnection {
  let socket: Socket | null = null;
  let waiting: ((status: number, bytes: number) => void) | null = null;
  let head: Buffer = EMPTY;
  let status = 0;
  let bytes = 0;
  let bytesLeft = 0;
  const finish = (answered: number) => {
    const onAnswer = waiting;
    waiting = null;
    head = EMPTY;
    onAnswer?.(answered, bytes);
  };
  const read = (chunk: Buffer) => {
    if (bytesLeft > 0) {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft === 0) finish(status);
      return;
    }
    head = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk]);
    const headBytes = head.indexOf(HEAD_END) + HEAD_END.length;
    if (headBytes < HEAD_END.length) return;
    const text = head.toString('latin1', 0, headBytes);
    status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    bytes = headBytes + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (Number.isNaN(bytes)) throw new Error(`an answer has no Content-Length: ${text}`);
    bytesLeft = bytes - head.byteLength;
    if (bytesLeft === 0) finish(status);
  };
  const open = () => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    socket = opened;
    opened.on('data', read);
    opened.on('error', () => opened.destroy());
    opened.on('close', () => {
      if (socket === opened) socket = null;
      bytesLeft = 0;
      finish(0);
    });
    return opened;
  };
  return {
    ask: (request, onAnswer) => {
      waiting = onAnswer;
      (socket ?? open()).write(request);
    },
    end: () => void socket?.end(),
  };
}
