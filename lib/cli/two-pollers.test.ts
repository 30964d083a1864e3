import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { type RunningScript, startScript } from '#lib/testing/run-script';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** A killed leader must be followed within this time. */
const TAKEOVER_MAX_MS = 15_000;
/** Longer than a process needs to notice that nobody leads. */
const SETTLED_MS = 5_000;
const PATIENCE_MS = 120_000;

/** What a process prints with its first poll of the exchange. */
const POLLED = /^crypto-exchange: \d+ new figures/m;

describe.each(['SQLite', 'PostgreSQL'])('two processes with ROLE=all on one %s database', (engine) => {
  it(
    'poll one at a time: the other follows within 15 s of a kill, and at once after a clean stop',
    async ({ annotate }) => {
      const upstreams = await openUpstreams();
      const variables = await variablesOf(engine, upstreams);
      const first = startScript(['server.ts'], variables);
      await first.waitForOutput(POLLED);
      const second = startScript(['server.ts'], variables);
      await second.waitForOutput(/^Crossrate listens/m);
      await pause(SETTLED_MS);
      expect(await hasPolled(second)).toBe(false);

      const killedMs = performance.now();
      first.kill('SIGKILL');
      await first.ended;
      await second.waitForOutput(POLLED);
      const takeoverMs = performance.now() - killedMs;
      await annotate(`${engine}: the first poll came ${Math.round(takeoverMs)} ms after the kill`);
      expect(takeoverMs).toBeLessThan(TAKEOVER_MAX_MS);

      const third = startScript(['server.ts'], variables);
      await third.waitForOutput(/^Crossrate listens/m);
      await pause(SETTLED_MS);
      expect(await hasPolled(third)).toBe(false);
      const stoppedMs = performance.now();
      second.kill('SIGTERM');
      expect(await second.ended).toMatchObject({ code: 0 });
      await third.waitForOutput(POLLED);
      const handoverMs = performance.now() - stoppedMs;
      await annotate(`${engine}: the first poll came ${Math.round(handoverMs)} ms after the clean stop`);
      expect(handoverMs).toBeLessThan(TAKEOVER_MAX_MS);
    },
    PATIENCE_MS,
  );
});

describe('a process whose PostgreSQL is killed and comes back', () => {
  it(
    'asks no publisher meanwhile and polls again within 15 s',
    async ({ annotate }) => {
      const postgres = createPostgresServer({ durable: true });
      onTestFinished(() => postgres.dispose());
      await postgres.start();
      const upstreams = await openUpstreams();
      const variables = {
        ...(await variablesOf('', upstreams)),
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
    PATIENCE_MS,
  );
});

async function openUpstreams(): Promise<SimulatedUpstreams> {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
  onTestFinished(upstreams.close);
  return upstreams;
}

async function variablesOf(
  engine: string,
  { environment }: SimulatedUpstreams,
): Promise<Record<string, string>> {
  return {
    ...environment,
    DATA_DIR: throwAwayFolder(),
    ...(engine === 'PostgreSQL' && { DATABASE_URL: await freshDatabase() }),
    SOURCES: 'crypto-exchange',
    ROLE: 'all',
    PORT: '0',
  };
}

/** Whether a process has told of a poll of its own by now. */
function hasPolled(script: RunningScript): Promise<boolean> {
  return Promise.race([script.waitForOutput(POLLED).then(() => true), pause(50, false)]);
}
