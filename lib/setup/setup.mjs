/** The set-up in one place for the commands: each part does nothing, quickly, when nothing is missing. */
export { ensureBuild } from './ensure-build.mjs';
export { ensureDependencies } from './ensure-dependencies.mjs';
export { ensureNode } from './ensure-node.mjs';
export { exitWith } from './setup-failure.mjs';
