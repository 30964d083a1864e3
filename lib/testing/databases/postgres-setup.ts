import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { createPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's own PostgreSQL server, which may still be starting; or why there is none. */
    postgres: { readonly url: string } | { readonly missing: string };
  }
}

/**
 * One PostgreSQL server for a whole run, which ends with it; each test takes a database of its own. Nothing waits for its
 * start, because most files do not need it.
 */
export function setup(project: TestProject): (() => Promise<void>) | undefined {
  try {
    const server = createPostgresServer({ durable: false });
    project.provide('postgres', { url: server.databaseUrl('postgres') });
    const started = server.start().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
    return async () => {
      await started;
      await server.dispose();
    };
  } catch (error) {
    project.provide('postgres', { missing: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}
