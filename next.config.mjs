/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  // `npm test` checks the types of everything; a user's first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['better-sqlite3', 'pg', 'pg-copy-streams', 'pino'],
  // Our own server answers /v1, so Next's copies of those handlers need not be loaded.
  experimental: { preloadEntriesOnStart: false },
  turbopack: { root: import.meta.dirname },
};

export default config;
