import { expect, it } from 'vitest';
import { runScript } from '#lib/testing/run-script';

const FLEET = ['lib/testing/fleet/fleet.ts'];

it('npm run fleet names the packages of what a machine lacks in one sentence, and starts nothing', async () => {
  const refused = await runScript(FLEET, { PATH: '/nowhere' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^The fleet needs patroni, etcd, [^\n]*: apt-get install patroni etcd-server [^\n]+\n$/,
  );
});

it('npm run fleet takes a port that connections do not take by themselves', async () => {
  for (const port of ['x', '0', '40000']) {
    expect(await runScript([...FLEET, '--port', port], {})).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/must be a port from 1 to 29999/),
    });
  }
});
