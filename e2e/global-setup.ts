import { createServer } from 'node:http';
import process from 'node:process';
import { longHistory } from './charts-page.ts';
import { TWO_BANKS } from './converter-page.ts';
import { SERVERS_AT, type SharedName } from './shared-servers.ts';
import { type FolderServer, type SharedServer, startFolder } from '#lib/testing/worlds/running-server';
import { removeTemplates, shareTwoDays } from '#lib/testing/worlds/served-folder';

/**
 * Lets all workers of a run share their servers: each is started when the first test asks for it, and stopped after the last test of
 * all. Their folder of two days is made once for servers of their own. Playwright calls this before the first worker.
 * @returns what ends all of them
 */
export default async function setUp(): Promise<() => Promise<void>> {
  await shareTwoDays();
  const starts = serverStarts();
  const started = new Map<SharedName, Promise<FolderServer>>();
  const serverOf = (name: SharedName): Promise<FolderServer> => {
    const server = started.get(name) ?? starts[name]();
    started.set(name, server);
    // The next test that asks tries again.
    server.catch(() => started.delete(name));
    return server;
  };
  const listener = createServer((asked, answer) => {
    const name = sharedNameOf(asked.url?.slice(1), starts);
    const served = name === null ? Promise.reject(new Error(`no server for ${asked.url}`)) : serverOf(name);
    served
      .then(({ origin, folder: { variables, key } }): SharedServer => ({
        origin,
        folder: { variables, key },
      }))
      .then((server) => answer.end(JSON.stringify(server)))
      .catch((error: unknown) => answer.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  process.env[SERVERS_AT] = `http://127.0.0.1:${address.port}`;
  return async () => {
    listener.closeAllConnections();
    listener.close();
    const stopped = await Promise.allSettled(
      [...started.values()].map(async (server) => (await server).stop()),
    );
    await removeTemplates();
    for (const one of stopped) if (one.status === 'rejected') throw one.reason;
  };
}

/** How each of {@link SharedServers} is started; two of them have the same history, which is read from its file only once. */
function serverStarts(): Readonly<Record<SharedName, () => Promise<FolderServer>>> {
  const history = longHistory();
  return {
    twoDays: () => startFolder(),
    threeDaysLater: () => startFolder({ CLOCK: '2026-04-16T18:00:00Z' }),
    twoBanks: () => startFolder({}, TWO_BANKS),
    charts: () => startFolder({}, history),
    simulatedCharts: () => startFolder({ SIMULATED: '1' }, history),
  };
}

function sharedNameOf(
  text: string | undefined,
  starts: Readonly<Record<SharedName, unknown>>,
): SharedName | null {
  const isShared = (name: string): name is SharedName => Object.hasOwn(starts, name);
  return text !== undefined && isShared(text) ? text : null;
}
