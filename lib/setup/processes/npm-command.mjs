import { runTool } from './run-tool.mjs';

/** Development packages too: the build and the tests need them, and a NODE_ENV=production around us must not drop them. */
const CI_ARGS = [
  'ci',
  '--prefix',
  '.',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/**
 * Runs `npm ci` in a folder, with the npm that started us where there is one.
 * @param {{ folder: string, nodePath: string, env: NodeJS.ProcessEnv, failure: string }} order
 */
export async function runNpmCi({ folder, nodePath, env, failure }) {
  const npmScript = process.env.npm_execpath ?? '';
  const command = npmScript.endsWith('npm-cli.js')
    ? { command: nodePath, args: [npmScript, ...CI_ARGS] }
    : npmOnPath();
  return runTool({ ...command, cwd: folder, env, failure });
}

function npmOnPath() {
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', args: CI_ARGS, shell: isWindows };
}
