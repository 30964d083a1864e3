import { expect, it } from 'vitest';
import { someOf } from '#lib/testing/long-count';
import { runScript } from '#lib/testing/run-script';
import { ENGINES, newDatabase } from '#lib/testing/worlds/backup-bench';
import { withStore } from '#lib/testing/worlds/own-store';

const NOTES = 'lib/cli/status-notes.ts';
const CLOCK = '2026-11-28T20:00:00Z';
const LATER = '2026-11-28T20:05:00Z';

// Both engines are asked for notes by the suites of their stores.
it.each(someOf(ENGINES, 1))(
  'notes and maintenance are added, listed and ended by number, on %s',
  async (engine) => {
    const variables = { ...(await newDatabase(engine)), CLOCK };
    await withStore(variables, () => Promise.resolve());
    const run = (...args: readonly string[]) => runScript([NOTES, ...args], variables);
    expect(await run('list')).toMatchObject({ code: 0, stdout: 'There is no note.\n' });
    expect(await run('add', ' We look into it. ')).toMatchObject({ code: 0, stdout: 'added 1\n' });
    const maintenance = [
      '--affects',
      'ecb,pages',
      '--from',
      '2026-11-28T22:00Z',
      '--until',
      '2026-11-29T00:00+01:00',
    ];
    expect(await run('add', 'We move.', ...maintenance)).toMatchObject({ code: 0, stdout: 'added 2\n' });
    const { stdout } = await run('list');
    expect(stdout.split('\n')).toEqual([
      '2  planned  2026-11-28T22:00:00.000Z to 2026-11-28T23:00:00.000Z  ecb,pages  We move.',
      expect.stringMatching(
        /^1 {2}now {2}written 2026-11-28T20:0\d:\d\d\.\d{3}Z {2}whole service {2}We look into it\.$/,
      ),
      '',
    ]);
    expect(await run('end', '1')).toMatchObject({ code: 0, stdout: 'ended 1\n' });
    // Each process begins at the same instant, and the one before may have taken longer to get here.
    const later = { ...variables, CLOCK: LATER };
    expect(await runScript([NOTES, 'end', '1'], later)).toMatchObject({
      code: 1,
      stderr: 'Note 1 is over already.\n',
    });
    expect(await run('end', '3')).toMatchObject({
      code: 1,
      stderr: 'There is no note 3. Run npm run status-notes -- list to see them.\n',
    });
    expect(
      await run('add', 'Late.', '--from', '2026-11-28T10:00Z', '--until', '2026-11-28T11:00Z'),
    ).toMatchObject({ code: 1, stderr: '--until is past; name an instant that is ahead.\n' });
  },
);

const FROM = ['--from', '2026-11-28T22:00Z'];

const WRONG: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
  [
    ['add', '  '],
    /^command-argument value '  ' is invalid for argument 'text'\. It must have 1 to 500 characters on one line\.$/,
  ],
  [['add', 'x'.repeat(501)], /It must have 1 to 500 characters on one line\.$/],
  [['add', 'two\nlines'], /It must have 1 to 500 characters on one line\.$/],
  [
    ['add', 'x', '--affects', 'ecb,nobody'],
    /It must be a comma list of ecb, boe, .*, api, database, ingest, pages\.$/,
  ],
  [['add', 'x', '--from', '2026-11-28 22:00'], /It must be an ISO instant such as 2026-11-28T22:00Z\.$/],
  [['add', 'x', '--from', '2026-02-30T22:00Z'], /It must be an ISO instant such as 2026-11-28T22:00Z\.$/],
  [['add', 'x', ...FROM], /^Planned maintenance needs both --from and --until; a note needs neither\.$/],
  [['add', 'x', ...FROM, '--until', '2026-11-28T22:00Z'], /^--until must be later than --from\.$/],
  [['end', 'x'], /It must be the number that list shows\.$/],
  [[], /^one of add, list, end must be named; --help explains each$/],
];

it.each(someOf(WRONG, 3))('%j is one sentence and exit code 2', async (args, sentence) => {
  const { code, stderr } = await runScript([NOTES, ...args], {});
  expect(code).toBe(2);
  expect(stderr.trim()).toMatch(sentence);
});
