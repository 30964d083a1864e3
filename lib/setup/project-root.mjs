import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json: every script works from here, wherever it was called. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The small package that carries Node 24; it has a node_modules of its own. */
export const runtimeFolder = join(projectRoot, 'lib', 'setup', 'runtime');
