import { expect, it, onTestFinished } from 'vitest';
import { openPolledWorld } from '#lib/testing/worlds/polled-world';
import { runScript } from '#lib/testing/run-script';

const START = '2026-11-19T16:30:00Z';
const QUARANTINE = 'lib/cli/quarantine.ts';

it('held figures are listed with their rules, released or rejected by number, and served accordingly', async () => {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  const variables = { DATA_DIR: world.dataDir, CLOCK: START };
  await world.poll('boj');
  expect(await runScript([QUARANTINE, 'list'], variables)).toMatchObject({
    code: 0,
    stdout: 'Nothing is held.\n',
  });
  await world.upstreams.setFault('boj', 'times_100');
  await world.pollOften('boj', 2, 60_000);
  const { stdout } = await runScript([QUARANTINE, 'list'], variables);
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d+ {2}boj {2}[A-Z/]{7} [\d.]+ {2}2026-11-17T08:00:00\.000Z {2}\w+ {2}seen 2 times$/,
    ),
    expect.stringMatching(/unit_scale/),
  ]);
  const ids = lines.map((line) => line.split(' ')[0] ?? '');
  const yen = lines.findIndex((line) => line.includes('USD/JPY'));
  const before = world.strict('boj', 'EUR', 'USD');

  expect(await runScript([QUARANTINE, 'release', ids[yen] ?? ''], variables)).toMatchObject({
    code: 0,
    stdout: `released ${ids[yen]}\n`,
  });
  expect(await runScript([QUARANTINE, 'reject', ids[1 - yen] ?? ''], variables)).toMatchObject({ code: 0 });
  await world.context.catchUp();
  expect(world.strict('boj', 'USD', 'JPY')).toBeGreaterThan(10_000);
  expect(world.strict('boj', 'EUR', 'USD')).toBe(before);
  expect(await runScript([QUARANTINE, 'list'], variables)).toMatchObject({
    stdout: 'Nothing is held.\n',
  });
  const twice = await runScript([QUARANTINE, 'release', ids[yen] ?? ''], variables);
  expect([twice.code, twice.stderr]).toEqual([
    1,
    `There is no held figure ${ids[yen]}. Run npm run quarantine -- list to see what is held.\n`,
  ]);
});

it.each([
  [['release', 'x'], /number that list shows/],
  [[], /one of list, release, reject, imports, take-back must be named/],
])('%j is one sentence and exit code 2', async (args, sentence) => {
  const ended = await runScript([QUARANTINE, ...args], {});
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(sentence);
});
