import { EventEmitter, once } from 'node:events';
import type { RequestListener, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { TOO_MANY_CONNECTIONS } from '#lib/contract/errors';
import { type Admitting, createAdmission } from './connection-admission.ts';
import { destroyAfter, type Refusals } from './refuse-request.ts';

/** Every connection of the process: how many there are, what each is doing, and which are to end. */
export interface OpenConnections {
  /** Counts the connections of a server, and holds them to the bounds. */
  readonly watch: (server: HttpServer | TlsServer) => void;
  /** Answers as `answer` does on connections within the bounds, and 503 on those beyond. */
  readonly guard: (answer: RequestListener) => RequestListener;
  /** Whether part of an answer has gone out on a connection, so that nothing else may be written to it. */
  readonly isAnswering: (socket: Socket) => boolean;
  /** Lets each connection that is open now end with its next answer, or with the one that is being made. */
  readonly endWithNextAnswer: () => void;
  /** Closes the connections on which no request is under way, or all of them. */
  readonly close: (which: 'idle' | 'all') => void;
  readonly count: () => number;
  /** Resolves as soon as no connection is open, and after so many milliseconds at the latest. */
  readonly noneWithin: (timeoutMs: number) => Promise<void>;
}

/** What the bounds stand on. */
export interface Bounding extends Admitting {
  /** How long one that is beyond the bounds may take to send its request and read why it is refused. */
  readonly partingMs: number;
  readonly sendError: Refusals['sendError'];
}

interface Connection {
  /** The plain one, which TLS ends with. */
  readonly socket: Socket;
  readonly isRefused: boolean;
  isEnding: boolean;
  /** The newest one on it, done or not. */
  response: ServerResponse | null;
}

/** Starts to keep the connections of this process. */
export function openConnections(bounding: Bounding): OpenConnections {
  const refuse = refuseBy(bounding.sendError);
  const admit = createAdmission(bounding);
  /** By both ends, which is what a TLS socket has in common with the plain one under it. */
  const byEnds = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  const emptied = new EventEmitter();
  const open = (socket: Socket) => {
    const admission = admit(socket.remoteAddress);
    if (admission === null) {
      socket.destroy();
      return;
    }
    const ends = endsOf(socket);
    const { isRefused } = admission;
    const connection: Connection = { socket, isRefused, isEnding: isRefused, response: null };
    byEnds.set(ends, connection);
    bySocket.set(socket, connection);
    if (isRefused) destroyAfter(socket, bounding.partingMs);
    socket.once('close', () => {
      admission.leave();
      if (byEnds.get(ends) === connection) byEnds.delete(ends);
      if (byEnds.size === 0) emptied.emit('none');
    });
  };
  const openTls = (socket: TLSSocket) => {
    const connection = byEnds.get(endsOf(socket));
    if (connection) bySocket.set(socket, connection);
  };
  return {
    watch: (server) => server.on('connection', open).on('secureConnection', openTls),
    guard: (answer) => (request, response) => {
      const { socket } = request;
      const connection = bySocket.get(socket);
      if (!connection) return socket.destroy();
      connection.response = response;
      if (connection.isEnding) endAfter(response);
      return connection.isRefused ? refuse(request, response) : answer(request, response);
    },
    isAnswering: (socket) => {
      const connection = bySocket.get(socket);
      return connection !== undefined && isUnderWay(connection) && hasBegun(connection);
    },
    endWithNextAnswer: () => {
      for (const connection of byEnds.values()) {
        connection.isEnding = true;
        endAfter(connection.response);
      }
    },
    close: (which) => {
      for (const connection of byEnds.values()) {
        if (which === 'all' || !isUnderWay(connection)) connection.socket.destroy();
      }
    },
    count: () => byEnds.size,
    noneWithin: async (timeoutMs) => {
      if (byEnds.size === 0) return;
      await Promise.race([once(emptied, 'none'), pause(timeoutMs, undefined, { ref: false })]);
    },
  };
}

function refuseBy(sendError: Refusals['sendError']): RequestListener {
  return (request, response) => {
    const isEncrypted = request.socket instanceof TLSSocket;
    sendError(request, response, { error: TOO_MANY_CONNECTIONS, isEncrypted });
  };
}

function isUnderWay({ response }: Connection): boolean {
  return response !== null && !response.writableFinished;
}

/** A response without a socket waits for the one before it on the same connection. */
function hasBegun({ response }: Connection): boolean {
  return response !== null && (response.headersSent || response.socket === null);
}

/** Nothing where its head has gone out already. */
function endAfter(response: ServerResponse | null): void {
  if (response?.headersSent === false) response.setHeader('Connection', 'close');
}

function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
