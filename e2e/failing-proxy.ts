import { createServer, request, type ServerResponse } from 'node:http';

/** How a proxy treats what it is asked: hands it on, says that nobody is behind it, or says nothing. */
export type ProxyMood = 'passes' | 'bad-gateway' | 'hangs';

/** A proxy on this machine before a service that may go away. */
export interface FailingProxy {
  readonly origin: string;
  /** Whoever still waits for a proxy that hung is told that nobody is behind it. */
  readonly become: (mood: ProxyMood) => void;
  /** The addresses that somebody waits for while it hangs. */
  readonly waitedFor: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts a proxy on a free port that passes everything on to `origin`, until it is told otherwise. */
export async function startProxy(origin: string): Promise<FailingProxy> {
  let mood: ProxyMood = 'passes';
  const hanging = new Map<ServerResponse, string>();
  const server = createServer((asked, answer) => {
    const { url = '/', method = 'GET', headers } = asked;
    if (mood === 'hangs') {
      hanging.set(answer, url);
      answer.once('close', () => hanging.delete(answer));
      return;
    }
    if (mood === 'bad-gateway') {
      refuse(answer, 502);
      return;
    }
    const passedOn = request(origin + url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passedOn.once('error', () => refuse(answer, 502));
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    become: (next) => {
      mood = next;
      for (const answer of hanging.keys()) refuse(answer, 504);
    },
    waitedFor: () => [...hanging.values()],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const WORDS = { 502: '502 Bad Gateway', 504: '504 Gateway Timeout' } as const;

function refuse(answer: ServerResponse, status: keyof typeof WORDS): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(status, { 'Content-Type': 'text/html' });
  answer.end(`<h1>${WORDS[status]}</h1>`);
}
