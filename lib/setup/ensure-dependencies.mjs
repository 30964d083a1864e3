import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { nodeVersionAt } from './ensure-node.mjs';
import { runNpmCi } from './processes/npm-command.mjs';
import { showProgress } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { environmentWith } from './processes/run-tool.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { digestOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

const packagesFolder = join(projectRoot, 'node_modules');
const stampFile = join(packagesFolder, '.crossrate-stamp');

/**
 * Installs exactly what package-lock.json says, when node_modules is absent or was made for another lock file, Node or platform.
 * @param {string} nodePath the Node that will run the packages
 */
export async function ensureDependencies(nodePath) {
  const wanted = wantedStamp(nodePath);
  if (readStamp(stampFile) === wanted) return;
  await withSetupLock(async () => {
    // Another set-up may have done it while we waited for the lock.
    if (readStamp(stampFile) !== wanted) await install(nodePath, wanted);
  });
}

/** @param {string} nodePath */
function wantedStamp(nodePath) {
  const lockFile = digestOf(readFileSync(join(projectRoot, 'package-lock.json')));
  return `${lockFile} node ${nodeVersionAt(nodePath)} ${process.platform} ${process.arch}\n`;
}

/**
 * @param {string} nodePath
 * @param {string} stamp
 */
async function install(nodePath, stamp) {
  const reason = existsSync(packagesFolder)
    ? 'package-lock.json, Node or the platform changed'
    : 'first start only';
  removeStamp(stampFile);
  await showProgress({ doing: `Installing packages (${reason})`, done: 'Installed packages' }, () =>
    runNpmCi({
      folder: projectRoot,
      nodePath,
      env: environmentWith(nodePath),
      failure:
        "The packages could not be installed: correct what npm names above (most often the network or npm's settings) and run the command again.",
    }),
  );
  writeStamp(stampFile, stamp);
}
