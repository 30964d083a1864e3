/** @type {import('next').NextConfig} */
const config = {
  compress: false,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['better-sqlite3', 'pino'],
  turbopack: { root: import.meta.dirname },
};

export default config;
