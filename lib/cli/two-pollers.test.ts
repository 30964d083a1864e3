import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { someOf } from '#lib/testing/long-count';
import { type RunningScript, startScript } from '#lib/testing/run-script';
import {
  openUpstreams,
  POLLED,
  pollerVariables,
  POLLERS_PATIENCE_MS,
  TAKEOVER_MAX_MS,
} from '#lib/testing/worlds/pollers';

/** Longer than a process needs to notice that nobody leads. */
const SETTLED_MS = 5_000;

// The lease by which they agree is shown on both engines by the suites of their stores.
describe.each(someOf(['PostgreSQL', 'SQLite'], 1))(
  'two processes with ROLE=all on one %s database',
  (engine) => {
    it(
      'poll one at a time: the other follows within 15 s of a kill, and at once after a clean stop',
      async ({ annotate }) => {
        const variables = await variablesOf(engine);
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
      POLLERS_PATIENCE_MS,
    );
  },
);

async function variablesOf(engine: string): Promise<Record<string, string>> {
  const variables = pollerVariables(await openUpstreams());
  return engine === 'PostgreSQL' ? { ...variables, DATABASE_URL: await freshDatabase() } : variables;
}

/** Whether a process has told of a poll of its own by now. */
function hasPolled(script: RunningScript): Promise<boolean> {
  return Promise.race([script.waitForOutput(POLLED).then(() => true), pause(50, false)]);
}
