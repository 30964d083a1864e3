import process from 'node:process';
import { createClock } from '#lib/platform/clock';
import { EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { openDemoFolder } from '#lib/testing/simulated-upstreams/demo-folder';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { defineCommand, runCommand } from './command-line.ts';

const FOLDER = 'data/demo';

/** The publishers' clock is behind the service's, so that no figure is ever ahead of its reader, however long the start takes. */
const BEHIND_MS = 5000;

/** What is set for the service, whatever the user's environment says; the rest of it holds. */
const SETTINGS: Readonly<Record<string, string>> = { SOURCES: 'all', SIMULATED: '1' };

await runCommand(
  defineCommand('demo', 'Serves Crossrate with every publisher simulated on this machine. Needs no internet.')
    .addHelpText(
      'after',
      `\nThe figures are made up. They are kept in ${FOLDER} (DATA_DIR), which is emptied at each start; CLOCK, PORT and HOST work as with npm start.`,
    )
    .action(serveDemo),
);

async function serveDemo(): Promise<void> {
  if (process.env['DATABASE_URL']) {
    throw new EnvironmentError(
      'The demo stores made-up figures, so it does not use your database; unset DATABASE_URL.',
    );
  }
  process.env['DATA_DIR'] ??= FOLDER;
  const { clockStartsAt, dataDir } = readEnvironment(process.env, process.cwd());
  openDemoFolder(dataDir);
  const { service } = createClock(clockStartsAt);
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(service().getTime() - BEHIND_MS) });
  Object.assign(process.env, SETTINGS, upstreams.environment);
  announce(dataDir, upstreams.controlUrl);
  const { serve } = await import('#lib/server/serve');
  await serve(readEnvironment(process.env, process.cwd())).catch((error: unknown) => {
    if (!(error instanceof EnvironmentError)) throw error;
    // What was opened on the way, the publishers too, would keep the process.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

function announce(dataDir: string, controlUrl: string): void {
  const lines = [
    'This is a demo: every publisher is simulated on this machine, in its own format, and all figures are made up.',
    `They are kept in ${dataDir}, which is emptied at each start.`,
    `A publisher fails with    curl -X PUT -d inverted ${controlUrl}/faults/ecb`,
    `it recovers with          curl -X DELETE ${controlUrl}/faults/ecb`,
    `every fault is listed by  curl ${controlUrl}/faults`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
