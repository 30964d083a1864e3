import { createServer, request, type ServerResponse } from 'node:http';

/** How a proxy treats what it is asked: hands it on, says that nobody is behind it, or says nothing. */
export type ProxyMood = 'passes' | 'bad-gateway' | 'hangs';

/** A proxy on this machine before a service that may go away. */
export interface FailingProxy {
  readonly origin: string;
  readonly become: (mood: ProxyMood) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy on a free port that passes everything on to `origin`, until it is told otherwise. */
export async function startProxy(origin: string): Promise<FailingProxy> {
  let mood: ProxyMood = 'passes';
  const server = createServer((asked, answer) => {
    if (mood === 'hangs') return;
    if (mood === 'bad-gateway') {
      refuse(answer);
      return;
    }
    const { url = '/', method = 'GET', headers } = asked;
    const passedOn = request(origin + url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passedOn.once('error', () => refuse(answer));
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    become: (next) => {
      mood = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(answer: ServerResponse): void {
  answer.writeHead(502, { 'Content-Type': 'text/html' });
  answer.end('<h1>502 Bad Gateway</h1>');
}
