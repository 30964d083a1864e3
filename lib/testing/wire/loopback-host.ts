import { createServer, type RequestListener } from 'node:http';

/** A real HTTP server on this machine that plays a publisher. */
export interface LoopbackHost {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** The paths asked for so far, in order, with their queries. */
  readonly asked: readonly string[];
  /** Ends every connection. */
  readonly close: () => Promise<void>;
}

/** Starts a host that answers with `listener`; the caller closes it. */
export async function startLoopbackHost(listener: RequestListener): Promise<LoopbackHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}/`, asked, close };
}
