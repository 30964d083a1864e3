import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionTimes } from './connection-limits.ts';
import type { OpenConnections } from './open-connections.ts';

/** Whether the process was told to end; balancers read it at /readyz and send their requests elsewhere. */
export interface Draining {
  readonly isOn: boolean;
}

/** What is to end. */
export interface Ending {
  readonly servers: readonly Server[];
  readonly connections: OpenConnections;
  readonly times: ConnectionTimes;
}

/**
 * Ends without failing a request. A connection that is closed while its client sends the next request fails that request, so
 * each one is told in its next answer that it ends, and closed by that. Connections that come meanwhile are taken and kept
 * until balancers know; only then does the process listen no longer, and those too get their last answer.
 */
export async function drain(ending: Ending): Promise<void> {
  const { servers, connections, times } = ending;
  connections.endWithNextAnswer();
  if (connections.count() > 0) await pause(times.stillTakingMs);
  servers.forEach(listenNoLonger);
  connections.endWithNextAnswer();
  await connections.noneWithin(times.lastRequestMs);
  await closeSoon(ending);
}

/** Ends at once but for the requests that are under way, which may take a few seconds more. */
export async function closeSoon({ servers, connections, times }: Ending): Promise<void> {
  servers.forEach(listenNoLonger);
  connections.endWithNextAnswer();
  connections.close('idle');
  await connections.noneWithin(times.underWayMs);
  connections.close('all');
}

/** An HTTP server's own `close` would close its idle connections with it. */
function listenNoLonger(server: Server): void {
  if (server.listening) Server.prototype.close.call(server);
}
