import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { digestOfInputs, readBuildInputs } from './build/build-inputs.mjs';
import { compressFiles } from './build/compress-files.mjs';
import { showProgress } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { environmentWith, runTool } from './processes/run-tool.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { readStamp, removeStamp, writeStamp } from './stamp.mjs';

const buildFolder = join(projectRoot, '.next');
const stampFile = join(buildFolder, 'crossrate-build');
const nextScript = join(projectRoot, 'node_modules', 'next', 'dist', 'bin', 'next');

/** Next completes this file in place; without counting its new content the next start would build again. */
const REWRITTEN_BY_BUILD = 'tsconfig.json';

/**
 * Builds the pages when a source of theirs changed since the last complete build.
 * @param {string} nodePath
 */
export async function ensureBuild(nodePath) {
  if (isBuilt()) return;
  await withSetupLock(async () => {
    // Another set-up may have done it while we waited for the lock.
    if (!isBuilt()) await build(nodePath);
  });
}

function isBuilt() {
  const stamp = readStamp(stampFile);
  // Next writes BUILD_ID; without it somebody emptied the folder half.
  if (stamp === '' || !existsSync(join(buildFolder, 'BUILD_ID'))) return false;
  return stamp === digestOfInputs(readBuildInputs(projectRoot));
}

/** @param {string} nodePath */
async function build(nodePath) {
  // Read before the build: a source saved while it runs must lead to another build.
  const inputs = readBuildInputs(projectRoot);
  removeStamp(stampFile);
  await showProgress(
    { doing: 'Building the pages (only when sources changed)', done: 'Built the pages' },
    async () => {
      await runTool({
        command: nodePath,
        args: [nextScript, 'build'],
        cwd: projectRoot,
        env: environmentWith(nodePath, {
          NODE_ENV: 'production',
          NEXT_TELEMETRY_DISABLED: '1',
          // Else it may "repair" package-lock.json with addresses of a registry.
          NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
        }),
        failure: 'The pages could not be built: correct the error above and run the command again.',
      });
      await compressFiles(join(buildFolder, 'static'));
    },
  );
  const rewritten = readBuildInputs(projectRoot).get(REWRITTEN_BY_BUILD);
  if (rewritten !== undefined) inputs.set(REWRITTEN_BY_BUILD, rewritten);
  writeStamp(stampFile, digestOfInputs(inputs));
}
