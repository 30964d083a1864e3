import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';
import { digestOfInputs, readBuildInputs } from './lib/setup/build/build-inputs.mjs';

/** The same sources make the same name. */
const BUILD_NAME_LENGTH = 12;

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Our own server packs pages, once for all who read them.
  compress: false,
  // Pages are drawn whole for everybody, so what describes them stands in their head for everybody too.
  htmlLimitedBots: /.*/,
  skipTrailingSlashRedirect: true,
  // `npm test` checks the types of everything; a user's first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['better-sqlite3', 'pg', 'pg-copy-streams', 'pino'],
  // Our own server answers /v1, so Next's copies of those handlers need not be loaded.
  // While developing, our server does not pass on the names of requests by which React finds its debug channel: a followed link
  // would wait for it.
  experimental: { preloadEntriesOnStart: false, reactDebugChannel: false },
  turbopack: { root: import.meta.dirname },
  // An image takes only those files of Next that this lists.
  ...(process.env['BUILD_FOR_IMAGE'] === '1' && { output: 'standalone' }),
};

/**
 * By its name the service worker tells a build from the one before; only building reads everything that it is made of.
 * @param {string} phase
 */
const namedConfig = (phase) => ({
  ...config,
  ...(phase === PHASE_PRODUCTION_BUILD && {
    env: { BUILD_NAME: digestOfInputs(readBuildInputs(import.meta.dirname)).slice(0, BUILD_NAME_LENGTH) },
  }),
});

export default namedConfig;
