import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { showProgress } from '#lib/setup/progress.mjs';
import { projectRoot } from '#lib/setup/project-root.mjs';
import { environmentWith, runTool } from '#lib/setup/processes/run-tool.mjs';
import { SetupFailure, SetupInterrupted } from '#lib/setup/setup-failure.mjs';
import { withSetupLock } from '#lib/setup/setup-lock.mjs';

/** The shell first: a whole Chromium without a window draws its own menus for every test, and takes a sixth longer. */
const COMMAND_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const INSTALL_YOURSELF =
  'install Chromium or Google Chrome, or set CHROMIUM to the path of one, and run npm test again.';

/** A browser that takes longer to say its version is broken or waits for a display. */
const VERSION_MS_MAX = 20_000;

/**
 * Finds a Chromium for the end-to-end tests, or brings one after saying so.
 * @param {string} nodePath
 * @returns {Promise<{ CHROMIUM_PATH: string }>} the environment that tells the tests where it is
 */
export async function ensureBrowser(nodePath) {
  const chosen = process.env.CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (runs(chosen)) return { CHROMIUM_PATH: chosen };
    throw new SetupFailure(`CHROMIUM is ${chosen}, which does not start: ${INSTALL_YOURSELF}`);
  }
  return { CHROMIUM_PATH: findBrowser() ?? (await withSetupLock(() => bringBrowser(nodePath))) };
}

/** @returns {string | null} the first browser of this machine that starts */
function findBrowser() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(
    (folder) => folder !== '',
  );
  const candidates = COMMAND_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  candidates.push(MAC_CHROME, playwrightBrowserPath());
  // Starting it proves more than finding it: Ubuntu's chromium-browser is a script that only asks for a snap.
  return candidates.find((path) => existsSync(path) && runs(path)) ?? null;
}

/** @returns {string} where Playwright's own download is, or would be */
function playwrightBrowserPath() {
  const require = createRequire(join(projectRoot, 'package.json'));
  return require('@playwright/test').chromium.executablePath();
}

/** @param {string} path */
function runs(path) {
  try {
    // A root user's Chromium refuses to start inside its sandbox, even to say its version.
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: VERSION_MS_MAX });
    return true;
  } catch {
    return false;
  }
}

/**
 * Tries the ways of this system in turn.
 * @param {string} nodePath
 * @returns {Promise<string>} the path of a browser that starts
 */
async function bringBrowser(nodePath) {
  let output = '';
  for (const [words, bring] of waysToBring(nodePath)) {
    try {
      await showProgress(words, bring);
    } catch (failure) {
      if (failure instanceof SetupInterrupted || !(failure instanceof SetupFailure)) throw failure;
      output += `${failure.toolOutput}\n`;
      process.stderr.write(`${failure.message}\n`);
    }
    const found = findBrowser();
    if (found !== null) return found;
  }
  throw new SetupFailure(`No browser for the end-to-end tests: ${INSTALL_YOURSELF}`, output);
}

/**
 * @param {string} nodePath
 * @returns {[{ doing: string, done: string }, () => Promise<unknown>][]}
 */
function waysToBring(nodePath) {
  const done = 'Installed Chromium';
  const playwright = {
    doing: 'No browser found: installing Chromium with Playwright (first time only)',
    done,
  };
  const debian = { doing: 'No browser found: installing Chromium with apt-get (first time only)', done };
  return isRootOnDebian()
    ? [
        [debian, () => installWithApt('chromium-headless-shell')],
        [debian, () => installWithApt('chromium')],
        [playwright, () => installWithPlaywright(nodePath)],
      ]
    : [[playwright, () => installWithPlaywright(nodePath)]];
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** @param {string} name of the package; Ubuntu and older Debians have no shell alone */
async function installWithApt(name) {
  const apt = {
    command: 'apt-get',
    cwd: projectRoot,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    failure: `apt-get could not install ${name}.`,
  };
  await runTool({ ...apt, args: ['update'] });
  await runTool({ ...apt, args: ['install', '-y', '--no-install-recommends', name] });
}

/** @param {string} nodePath */
async function installWithPlaywright(nodePath) {
  await runTool({
    command: nodePath,
    args: [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
    cwd: projectRoot,
    env: environmentWith(nodePath),
    failure: 'Playwright could not install Chromium.',
  });
}
