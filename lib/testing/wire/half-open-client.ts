import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A client that never closes its half of a connection, whatever the server does with the other one. */
export interface HalfOpenClient {
  readonly socket: Socket;
  /** All that the server has sent. */
  readonly heard: () => string;
  /** Whether the server has sent its end. */
  readonly hasEnded: () => boolean;
}

/** Connects such a client to this machine and says `text`; it leaves with the test. */
export function connectHalfOpen(port: number, text: string, localAddress = '127.0.0.1'): HalfOpenClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  let heard = '';
  let hasEnded = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (heard += chunk));
  // One that was closed under it has ended as well.
  for (const event of ['end', 'close']) socket.on(event, () => (hasEnded = true));
  socket.on('error', () => {});
  if (text !== '') socket.write(text);
  onTestFinished(() => void socket.destroy());
  return { socket, heard: () => heard, hasEnded: () => hasEnded };
}
