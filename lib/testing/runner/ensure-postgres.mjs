import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { showProgress } from '#lib/setup/progress.mjs';
import { projectRoot } from '#lib/setup/project-root.mjs';
import { runTool } from '#lib/setup/processes/run-tool.mjs';
import { SetupFailure } from '#lib/setup/setup-failure.mjs';
import { withSetupLock } from '#lib/setup/setup-lock.mjs';

/** Where Debian keeps the servers, a folder a version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Where Homebrew links them. */
const HOMEBREW_FOLDER = '/opt/homebrew/opt';

const INSTALL_YOURSELF =
  'install PostgreSQL 12 or newer, or set POSTGRES_BIN to the folder of its initdb and postgres, and run npm test again.';

/** A server that takes longer to say its version is broken. */
const VERSION_MS_MAX = 20_000;

/**
 * Finds the programs of a PostgreSQL server for the tests, which start one of their own, or brings them after saying so.
 * @returns {Promise<{ POSTGRES_BIN: string }>} the environment that tells the tests where they are
 */
export async function ensurePostgres() {
  const chosen = process.env.POSTGRES_BIN;
  if (chosen !== undefined && chosen !== '') {
    if (runs(chosen)) return { POSTGRES_BIN: chosen };
    throw new SetupFailure(`POSTGRES_BIN is ${chosen}, where no server starts: ${INSTALL_YOURSELF}`);
  }
  return { POSTGRES_BIN: findPostgres() ?? (await withSetupLock(bringPostgres)) };
}

/** @returns {string | null} the newest server of this machine that starts */
function findPostgres() {
  const debian = versionsIn(DEBIAN_FOLDER).map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  const homebrew = versionsIn(HOMEBREW_FOLDER)
    .filter((name) => name.startsWith('postgresql@'))
    .map((name) => join(HOMEBREW_FOLDER, name, 'bin'));
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...debian, ...homebrew, ...path].find(runs) ?? null;
}

/**
 * @param {string} folder
 * @returns {string[]} its entries, 15 before 9
 */
function versionsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}

/** @param {string} folder */
function runs(folder) {
  if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return false;
  try {
    execFileSync(join(folder, 'postgres'), ['--version'], { stdio: 'ignore', timeout: VERSION_MS_MAX });
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<string>} the folder of a server that starts */
async function bringPostgres() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) {
    throw new SetupFailure(`No PostgreSQL server for the tests: ${INSTALL_YOURSELF}`);
  }
  const words = {
    doing: 'No PostgreSQL found: installing it with apt-get (first time only)',
    done: 'Installed PostgreSQL',
  };
  await showProgress(words, installWithApt);
  const found = findPostgres();
  if (found !== null) return found;
  throw new SetupFailure(`apt-get installed no PostgreSQL server that starts: ${INSTALL_YOURSELF}`);
}

async function installWithApt() {
  const apt = {
    command: 'apt-get',
    cwd: projectRoot,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    failure: `apt-get could not install PostgreSQL: ${INSTALL_YOURSELF}`,
  };
  await runTool({ ...apt, args: ['update'] });
  await runTool({ ...apt, args: ['install', '-y', '--no-install-recommends', 'postgresql'] });
}
