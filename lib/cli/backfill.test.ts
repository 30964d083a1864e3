import { expect, it, onTestFinished } from 'vitest';
import { countStoredFigures } from '#lib/testing/databases/read-database';
import { runScript, startScript } from '#lib/testing/run-script';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const CLOCK = '2026-11-19T16:30:00Z';
const BACKFILL = 'lib/cli/backfill.ts';
const PATIENCE_MS = 120_000;

it(
  'a backfill that is killed goes on where it was, newest first, and a run after that imports nothing',
  async () => {
    const upstreams = await openUpstreams();
    const variables = variablesOf(upstreams);
    const span = ['--source', 'boe', '--from', '2021-01-01', '--to', '2026-11-19', '--json'];
    const killed = startScript([BACKFILL, ...span], variables);
    await killed.waitForOutput(/"part":"2024/);
    killed.kill('SIGKILL');
    const { stdout } = await killed.ended;
    const done = partsOf(stdout);
    expect(done.slice(0, 3).map(({ part }) => part.slice(0, 4))).toEqual(['2026', '2025', '2024']);

    const rest = await runScript([BACKFILL, ...span], variables);
    expect(rest.code, rest.stderr).toBe(0);
    const parts = partsOf(rest.stdout);
    expect(parts.at(-1)).toMatchObject({ done: 6, total: 6, failure: null });
    // What was stored before the kill is not asked for again; a part whose line was not printed any more may be one of it.
    const names = [...done, ...parts].map(({ part }) => part.slice(0, 4));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(5);
    const figures = await countStoredFigures(variables.DATA_DIR);

    const again = await runScript([BACKFILL, ...span.slice(0, -1)], variables);
    expect([again.code, again.stdout]).toEqual([0, 'boe: imported 0 observations, 0 revised, 0 rejected\n']);
    expect(await countStoredFigures(variables.DATA_DIR)).toBe(figures);
    const whole = variablesOf(upstreams);
    await runScript([BACKFILL, ...span], whole);
    expect(await countStoredFigures(whole.DATA_DIR)).toBe(figures);
  },
  PATIENCE_MS,
);

it(
  'ends with the process that started it, however that ended',
  async () => {
    const upstreams = await openUpstreams();
    const flags = ['--source', 'boe', '--json', '--until-input-ends'];
    const parent = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([BACKFILL, ...flags])}, {
      stdio: ['pipe', 'inherit', 'inherit'],
    })`;
    const killed = startScript(['--eval', parent], variablesOf(upstreams));
    await killed.waitForOutput(/"part":"2026/);
    killed.kill('SIGKILL');
    // Both have ended only when nobody holds these outputs any more.
    const { stdout, stderr } = await killed.ended;
    expect(stderr).toContain('boe is not complete. It was stopped.');
    expect(partsOf(stdout).length).toBeLessThan(10);
  },
  PATIENCE_MS,
);

it(
  'a publisher that refuses is named with its answer, and the exit code says that something is missing',
  async () => {
    const upstreams = await openUpstreams();
    await upstreams.setFault('boj', 'html');
    const variables = { ...variablesOf(upstreams), SOURCES: 'boj,boe' };
    const ended = await runScript([BACKFILL, '--source', 'all', '--from', '2025-01-01'], variables);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/^boe: imported \d{4,} observations, 0 revised, 0 rejected$/m);
    expect(ended.stdout).toMatch(/^boj: imported 0 observations, 0 revised, 0 rejected$/m);
    expect(ended.stderr).toMatch(
      /boj is not complete\. .*text\/html.*\nRun it again to continue from there\./s,
    );
  },
  PATIENCE_MS,
);

it.each([
  [['--source', 'boe', '--from', '2026-02-30'], /must be a day such as 2024-12-31/],
  [['--source', 'boe', '--from', '2026-02-02', '--to', '2026-02-01'], /--from must not be after --to/],
  [['--source', 'web-search'], /--source must be all or one of boe; got "web-search"/],
])('%j is one sentence and exit code 2', async (args, sentence) => {
  const upstreams = await openUpstreams();
  const ended = await runScript([BACKFILL, ...args], variablesOf(upstreams));
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(sentence);
});

it('with sources that have no past ends well, as there is nothing to fetch', async () => {
  const variables = { DATA_DIR: throwAwayFolder(), CLOCK, SOURCES: 'fixed' };
  const ended = await runScript([BACKFILL, '--source', 'all', '--json'], variables);
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

async function openUpstreams(): Promise<SimulatedUpstreams> {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(CLOCK) });
  onTestFinished(upstreams.close);
  return upstreams;
}

function variablesOf({ environment }: SimulatedUpstreams) {
  return { ...environment, DATA_DIR: throwAwayFolder(), CLOCK, SOURCES: 'boe' };
}

interface PrintedPart {
  readonly part: string;
  readonly done: number;
  readonly total: number;
  readonly failure: string | null;
}

/** Holds because `--json` prints one object of this form a line; the last line of a killed process may be cut. */
function partsOf(stdout: string): readonly PrintedPart[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as PrintedPart);
}
