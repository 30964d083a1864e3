import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Takes a request to upgrade its connection, as node's servers pass it on. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** While pages are being developed: joins a browser's reload socket to the process that draws pages. */
export function passReloads(pagesSocket: string): UpgradeListener {
  return (request, socket, head) => {
    const pages = connect(pagesSocket, () => {
      pages.write(headOf(request));
      pages.write(head);
      socket.pipe(pages).pipe(socket);
    });
    pages.on('error', () => socket.destroy());
    socket.on('error', () => pages.destroy());
  };
}

/** The request as it came. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}\r\n`] : [],
  );
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
