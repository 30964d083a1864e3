import process from 'node:process';
import { startFleet } from '#lib/testing/fleet/start-fleet';
import { runProjectScript } from '#lib/testing/long/server-process';
import type { SharedServer } from '#lib/testing/worlds/running-server';
import { servedFolder } from '#lib/testing/worlds/served-folder';

const PORT = 23_443;

/** What of this run asks the fleet besides the browser, each with a variable of its own for whom to trust: Node, curl, and Python as well as Go. */
const TRUSTING = ['NODE_EXTRA_CA_CERTS', 'CURL_CA_BUNDLE', 'SSL_CERT_FILE'];

/** Two days of history on the reference fleet, behind Caddy with TLS. */
export interface FleetFolder extends SharedServer {
  readonly stop: () => Promise<void>;
}

/** Starts the fleet with what a data folder holds; no process of it polls. The workers of this run trust its certificate. */
export async function startFleetFolder(): Promise<FleetFolder> {
  const { variables, key, remove } = await servedFolder();
  // Each process of the fleet has a folder of its own.
  const { DATA_DIR: _, ...settings } = variables;
  const fleet = await startFleet({
    port: PORT,
    log: (line) => process.stdout.write(`${line}\n`),
    variables: { ...settings, SIMULATED: '', METRICS_TOKEN: 'a-token-of-this-run-alone' },
    fill: async (leaderUrl) => {
      const moved = await runProjectScript(['lib/cli/migrate-store.ts', '--to', leaderUrl], variables);
      if (moved.code !== 0) throw new Error(moved.stderr);
    },
  });
  for (const name of TRUSTING) process.env[name] = fleet.caFile;
  return {
    origin: fleet.url,
    processes: fleet.web.map(({ origin }) => origin),
    folder: { variables: fleet.variables, key },
    stop: async () => {
      await fleet.stop();
      await remove();
    },
  };
}
