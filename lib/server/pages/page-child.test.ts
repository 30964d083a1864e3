import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '#lib/platform/clock';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { readEnvironment } from '#lib/platform/environment';
import { startPageChild, withoutSecrets } from './page-child.ts';

it('is in outage until the process listens, which is ended and started again when it does not in time', async () => {
  const folder = throwAwayFolder();
  const lines: string[] = [];
  const child = startPageChild({
    sockets: { inside: join(folder, 'inside.sock'), pages: join(folder, 'pages.sock') },
    hasSetClock: false,
    clock: createClock(null),
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    // No process starts as fast.
    readyMs: 1,
  });
  onTestFinished(child.stop);
  expect(child.health().status).toBe('outage');
  const asked = child.draw({ target: '/', headers: {} });
  await expect(asked).rejects.toThrow('ended before it listened');
  const told = () => lines.filter((line) => line.includes('does not start; it is ended')).length;
  await expect.poll(told, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  expect(lines.join('')).toContain('"signal":"SIGKILL"');
  expect(child.health().status).toBe('outage');
});

it('is given no secret of a service that uses all of them, and can read what it is given', () => {
  const given = withoutSecrets({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://crossrate:quiet-heron@primary/crossrate',
    PGPASSWORD: 'quiet-heron',
    MASTER_SECRET: 'quiet-heron of thirty-two characters at least',
    MASTER_SECRET_PREVIOUS: 'quiet-heron of thirty-two characters before',
    METRICS_TOKEN: 'quiet-heron',
    ROLE: 'web',
  });
  expect(JSON.stringify(given)).not.toContain('quiet-heron');
  expect(readEnvironment(given, '/').role).toBe('web');
});
