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
  const [hold, ...lines] = stdout.trimEnd().split('\n');
  expect(hold).toBe(
    'boj  unit_scale  2 figures, first 2026-11-19T16:31:00.000Z, last 2026-11-19T16:32:00.000Z',
  );
  const ofThatDay = /^ {2}\d+ {2}[A-Z/]{7} [\d.]+ of 2026-11-17T08:00:00\.000Z, seen 2 times$/;
  expect(lines).toEqual([expect.stringMatching(ofThatDay), expect.stringMatching(ofThatDay)]);
  const ids = lines.map((line) => line.trim().split(' ')[0] ?? '');
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
    `Nothing is held under ${ids[yen]}. Run npm run quarantine -- list to see what is held.\n`,
  ]);
});

it.each([
  [['release', 'x'], /number that list or imports shows/],
  [[], /one of list, release, reject, imports, take-back must be named/],
])('%j is one sentence and exit code 2', async (args, sentence) => {
  const ended = await runScript([QUARANTINE, ...args], {});
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(sentence);
});
