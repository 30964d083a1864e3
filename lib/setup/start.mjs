import { processEnvironment, SERVER_FLAGS } from './processes/process-environment.mjs';
import { projectRoot } from './project-root.mjs';
import { exitCodeOf, runInForeground } from './processes/run-in-foreground.mjs';
import { environmentWith } from './processes/run-tool.mjs';
import { ensureBuild, ensureDependencies, ensureNode, exitWith } from './setup.mjs';

const HELP = `npm start

Installs what is missing, builds the pages when their sources changed, and serves Crossrate on http://localhost:3000.
It takes no arguments: settings are environment variables, listed in docs/configuration.md (PORT, HOST, DATA_DIR, SOURCES, ...).
Stop it with Ctrl-C.
`;

await exitWith(() => start(process.argv.slice(2)));

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
async function start(args) {
  if (args[0] === '--help' || args[0] === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  if (args[0] !== undefined) {
    process.stderr.write(
      `npm start takes no arguments, but got ${JSON.stringify(args[0])}: settings are environment variables, see docs/configuration.md.\n`,
    );
    return 2;
  }
  const nodePath = await ensureNode();
  await ensureDependencies(nodePath);
  await ensureBuild(nodePath);
  const command = [...SERVER_FLAGS, 'server.ts'];
  const ending = await runInForeground(nodePath, command, {
    cwd: projectRoot,
    env: environmentWith(nodePath, { NODE_ENV: 'production', ...processEnvironment() }),
  });
  return exitCodeOf(ending);
}
