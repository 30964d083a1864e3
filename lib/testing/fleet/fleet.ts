import process from 'node:process';
import { InvalidArgumentError } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { type Fleet, startFleet } from './start-fleet.ts';

/** Caddy's own choice for HTTPS that is not public. */
const PORT = 8443;

await runCommand(
  defineCommand(
    'fleet',
    'Runs the reference architecture on this machine, with every publisher simulated: three PostgreSQL under Patroni with etcd, HAProxy, Redis, three processes that answer, two that poll, and Caddy with TLS in front.',
  )
    .option('--port <number>', 'where Caddy listens; the others take the next free ports', readPort, PORT)
    .addHelpText(
      'after',
      "\nIt needs Debian's packages patroni, etcd-server, haproxy, redis-server, caddy and postgresql. Everything is in a throw-away folder and is removed at the end: press Ctrl-C.",
    )
    .action(runFleet),
);

async function runFleet({ port }: { readonly port: number }): Promise<void> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        stopping.abort();
        resolve();
      });
    }
  });
  const log = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const fleet = await startFleet({ port, log, signal: stopping.signal });
    log(describe(fleet));
    await stopped;
    log('Stopping.');
    await fleet.stop();
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
  log('Everything has ended, and nothing is left.');
}

function describe(fleet: Fleet): string {
  const rows = [
    ['pages and /v1', `${fleet.url} (curl --cacert ${fleet.caFile})`],
    ['web', fleet.web.map(({ origin }) => origin).join(' ')],
    ['ingest', fleet.ingest.map(({ origin }) => origin).join(' ')],
    ['leader', fleet.leaderUrl],
    ['replicas', fleet.replicasUrl],
    ...fleet.databases.map(({ name, port, healthUrl }) => [name, `127.0.0.1:${port}, Patroni ${healthUrl}`]),
    ['publishers', `${fleet.upstreams.controlUrl}/faults`],
    ['logs', fleet.folder],
  ];
  const lines = rows.map(([name = '', place]) => `  ${name.padEnd(14)} ${place}`);
  const variables = ['DATABASE_URL', 'MASTER_SECRET'].map((name) => `${name}=${fleet.variables[name]}`);
  return [
    'The fleet runs, with made-up figures:',
    ...lines,
    'A command for it begins with',
    `  ${variables.join(' ')} npm run --silent`,
    'Ctrl-C ends and removes everything.',
  ].join('\n');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 30_000) return port;
  throw new InvalidArgumentError('It must be a port from 1 to 29999.');
}
