import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { startScript } from '#lib/testing/run-script';
import {
  openUpstreams,
  POLLED,
  pollerVariables,
  POLLERS_PATIENCE_MS,
  TAKEOVER_MAX_MS,
} from '#lib/testing/worlds/pollers';

describe('a process whose PostgreSQL is killed and comes back', () => {
  it(
    'asks no publisher meanwhile and polls again within 15 s',
    async ({ annotate }) => {
      const postgres = createPostgresServer({ durable: true });
      onTestFinished(() => postgres.dispose());
      await postgres.start();
      const upstreams = await openUpstreams();
      const variables = {
        ...pollerVariables(upstreams),
        DATABASE_URL: postgres.databaseUrl('postgres'),
      };
      const server = startScript(['server.ts'], variables);
      await server.waitForOutput(POLLED);
      await postgres.killAll();
      // What was under way may still reach the publisher.
      await pause(1_000);
      const asked = upstreams.requests('crypto-exchange').length;
      await pause(22_000);
      expect(upstreams.requests('crypto-exchange').length).toBe(asked);
      await postgres.start();
      const startedMs = performance.now();
      while (upstreams.requests('crypto-exchange').length === asked) await pause(20);
      const resumedMs = performance.now() - startedMs;
      await annotate(`polled again ${Math.round(resumedMs)} ms after the database was back`);
      expect(resumedMs).toBeLessThan(TAKEOVER_MAX_MS);
      server.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0 });
    },
    POLLERS_PATIENCE_MS,
  );
});
