import { connect, createServer, type NetConnectOpts } from 'node:net';

/** A port that stands for another one. */
export interface Relay {
  readonly port: number;
  readonly close: () => void;
}

/** Lets containers reach what listens on this machine alone. */
export async function relay(host: string, target: NetConnectOpts): Promise<Relay> {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((outer) => {
    const inner = connect(target);
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const listening = server.address();
  const port = typeof listening === 'object' && listening ? listening.port : 0;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}
