import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent, type AgentOptions as TlsOptions, request as requestTls } from 'node:https';
import { request as requestPlain } from 'node:http';

/** Clients that each keep one connection for as long as the server lets them, and then go where they are sent. */
export interface KeepAliveClients {
  readonly answered: () => number;
  /** What went wrong and how often: a status other than 200, or a connection that failed under a request. */
  readonly failures: () => Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

/** What they need. */
export interface KeepAliveSettings {
  readonly clients: number;
  /** Where a new connection goes at this moment. */
  readonly port: () => number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The certificates to trust; without them the requests are plain HTTP. */
  readonly ca?: () => string;
  /** Each client connects anew after so many requests; never unless given. */
  readonly requestsPerConnection?: number;
  /** Between two requests of a client, in ms. */
  readonly pauseMs: number;
}

/** Starts them; nothing is sent a second time. */
export function startKeepAliveClients(settings: KeepAliveSettings): KeepAliveClients {
  const failures = new Map<string, number>();
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  let answered = 0;
  let isOver = false;
  const run = async () => {
    const connection = createConnection(settings);
    for (let index = 1; !isOver; index += 1) {
      try {
        const status = await connection.ask();
        if (status === 200) answered += 1;
        else fail(`status ${status}`);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
      if (index % (settings.requestsPerConnection ?? Number.POSITIVE_INFINITY) === 0) connection.leave();
      await new Promise((resolve) => setTimeout(resolve, settings.pauseMs));
    }
    connection.leave();
  };
  const running = Array.from({ length: settings.clients }, run);
  return {
    answered: () => answered,
    failures: () => Object.fromEntries(failures),
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** One connection at a time; a new one goes to the port of its moment. */
function createConnection({ port, path, headers, ca }: KeepAliveSettings) {
  const options: AgentOptions & TlsOptions = { keepAlive: true, maxSockets: 1 };
  const open = () => (ca ? new TlsAgent({ ...options, ca: ca() }) : new Agent(options));
  let agent = open();
  let goesTo = port();
  const isConnected = () => Object.keys(agent.freeSockets).length > 0;
  const leave = () => {
    agent.destroy();
    agent = open();
  };
  return {
    leave,
    ask: (): Promise<number> => {
      if (!isConnected()) {
        leave();
        goesTo = port();
      }
      return new Promise((resolve, reject) => {
        const place = { host: '127.0.0.1', port: goesTo, path, headers: { Host: 'localhost', ...headers } };
        const sent = ca
          ? requestTls({ ...place, agent, servername: 'localhost' })
          : requestPlain({ ...place, agent });
        sent.on('response', (response) => {
          response.resume();
          response.on('error', reject);
          response.on('end', () => resolve(response.statusCode ?? 0));
        });
        sent.on('error', reject);
        sent.end();
      });
    },
  };
}
