import { NODE_FLAGS, processEnvironment, SMALL_FLAGS } from './processes/process-environment.mjs';
import { projectRoot } from './project-root.mjs';
import { exitCodeOf, runInForeground } from './processes/run-in-foreground.mjs';
import { environmentWith } from './processes/run-tool.mjs';
import { ensureBuild, ensureDependencies, ensureNode, exitWith } from './setup.mjs';

/**
 * @typedef {object} Verb
 * @property {readonly string[]} script the file Node runs, relative to the project's folder, and arguments that come before the user's
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [needsBuild] true when it serves the built pages
 * @property {boolean} [isSmall] true when it runs for hours and should take little memory
 */

/** @type {ReadonlyMap<string, Verb>} */
const VERBS = new Map([
  ['import', { script: ['lib/cli/import.ts'] }],
  ['backfill', { script: ['lib/cli/backfill.ts'] }],
  ['check', { script: ['lib/cli/check-figures.ts'] }],
  ['backup', { script: ['lib/cli/backup.ts'] }],
  ['restore', { script: ['lib/cli/restore.ts'] }],
  ['migrate-store', { script: ['lib/cli/migrate-store.ts'] }],
  ['doctor', { script: ['lib/cli/doctor.ts'] }],
  ['quarantine', { script: ['lib/cli/quarantine.ts'] }],
  ['status-notes', { script: ['lib/cli/status-notes.ts'] }],
  ['demo', { script: ['lib/cli/demo.ts'], needsBuild: true }],
  ['keys', { script: ['lib/cli/keys.ts'] }],
  ['verify', { script: ['lib/cli/verify.ts'] }],
  ['client', { script: ['lib/cli/write-client-package.ts'] }],
  ['mcp', { script: ['lib/cli/mcp.ts'], isSmall: true }],
  ['bench', { script: ['bench/bench.ts'], needsBuild: true }],
  ['lighthouse', { script: ['bench/lighthouse.ts'], needsBuild: true }],
  ['interaction', { script: ['bench/interaction.ts'], needsBuild: true }],
  ['dev', { script: ['server.ts'], env: { NODE_ENV: 'development' } }],
  ['format', { script: ['node_modules/oxfmt/bin/oxfmt', '--write'] }],
  ['lint', { script: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] }],
]);

const VERB_LIST = [...VERBS.keys()].join(', ');

await exitWith(() => run(process.argv.slice(2)));

/**
 * @param {readonly string[]} args the verb and what its script receives
 * @returns {Promise<number>} the exit code
 */
async function run([verbName, ...args]) {
  if (verbName === '--help' || verbName === '-h') {
    process.stdout.write(
      `npm run VERB -- ARGUMENTS, with VERB one of ${VERB_LIST}; --help as argument explains each.\n`,
    );
    return 0;
  }
  const verb = VERBS.get(verbName ?? '');
  if (verb === undefined) {
    process.stderr.write(`${JSON.stringify(verbName ?? '')} is not a command: use one of ${VERB_LIST}.\n`);
    return 2;
  }
  const nodePath = await ensureNode();
  await ensureDependencies(nodePath);
  if (verb.needsBuild === true) await ensureBuild(nodePath);
  // INIT_CWD, npm's note of where the user stands, passes through with the rest: the scripts resolve relative paths against it.
  const place = {
    cwd: projectRoot,
    env: environmentWith(nodePath, { ...processEnvironment(), ...verb.env }),
  };
  const command = [...NODE_FLAGS, ...(verb.isSmall === true ? SMALL_FLAGS : []), ...verb.script];
  // Modules that are found compiled take 20 MB less than those that are compiled first, which is done here where it is not yet.
  if (verb.isSmall === true)
    exitCodeOf(await runInForeground(nodePath, [...command, '--help'], { ...place, stdio: 'ignore' }));
  return exitCodeOf(await runInForeground(nodePath, [...command, ...args], place));
}
