import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readDocumentation, readPage } from './documentation.ts';
import { recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import { recordedBodiesMissing, recordedBodyPath } from '#lib/testing/builders/recorded-bodies';
import { PROJECT_ROOT, startScript } from './run-script.ts';
import { throwAwayFolder } from './throw-away-folder.ts';

const README = readPage('README.md').text;

/** The name of the bank's file, and the port, as README prints them. */
const PRINTED_FILE = 'eurofxref-hist.zip';
const PRINTED_PORT = 'localhost:3000';

/** What README says of the service whose answers it prints. */
const SETTING = { SOURCES: 'ecb,fixed', CLOCK: '2026-04-13T15:00:00Z' };

/** Import, start and a first poll of 27 years, on a machine that does other things as well. */
const PATIENCE_MS = 240_000;

const run = promisify(execFile);

/** Commands of npm itself. */
const OF_NPM = ['install', 'pack'];

describe.each(readDocumentation())('$path', ({ text }) => {
  it('names only commands that exist', () => {
    const { scripts } = asManifest(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));
    const named = [...text.matchAll(/npm (?:run (?:--silent )?)?(?!run\b)([a-z][a-z:-]*)/g)].map(
      ([, name]) => name,
    );
    expect(named.filter((name = '') => !(name in scripts) && !OF_NPM.includes(name))).toEqual([]);
  });
});

describe('README', () => {
  it(
    'prints what its commands print and its requests are answered',
    { timeout: PATIENCE_MS },
    async ({ skip }) => {
      const history = recordedEcbHistory();
      skip(history === null, recordedBodiesMissing('ecb'));
      skip(!hasCurl(), 'not on this machine: curl');
      const setting = { ...SETTING, DATA_DIR: throwAwayFolder() };
      await expectPrinted(blockWith('npm run import'), setting, {
        [PRINTED_FILE]: recordedBodyPath('ecb', PRINTED_FILE),
      });
      const port = await startPolling(setting, await serveFile(history ?? new Uint8Array()));
      const key = await expectPrinted(
        blockWith('npm run --silent keys'),
        setting,
        { [PRINTED_PORT]: `localhost:${port}` },
        'echo "$KEY"',
      );
      const rows = tableRows();
      expect(rows.length).toBe(8);
      for (const { path, status, text } of rows) {
        const response = await fetch(`http://localhost:${port}${path}`, { headers: { 'X-API-Key': key } });
        expectShortened(await response.text(), text, path);
        expect(response.status, path).toBe(status);
      }
    },
  );
});

/** The commands of a block of README, and what it prints of their output: lines that begin with `# `. */
interface Block {
  readonly commands: readonly string[];
  readonly printed: readonly string[];
}

function blockWith(start: string): Block {
  const blocks = [...README.matchAll(/```sh\n(.+?)```/gs)].map(([, text = '']) => text);
  const lines =
    blocks
      .find((text) => text.includes(start))
      ?.trim()
      .split('\n') ?? [];
  expect(lines, start).not.toEqual([]);
  return {
    commands: lines.filter((line) => !line.startsWith('# ')),
    printed: lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2)),
  };
}

/**
 * Runs a block in a shell with some of its words replaced by those of this machine, and holds the last lines of the output
 * against what is printed. Gives the line of one more command.
 */
async function expectPrinted(
  { commands, printed }: Block,
  variables: Readonly<Record<string, string>>,
  replaced: Readonly<Record<string, string>>,
  lastCommand = 'echo',
): Promise<string> {
  const text = Object.entries(replaced).reduce(
    (script, [word, other]) => script.replaceAll(word, other),
    commands.join('\n'),
  );
  const { stdout } = await run('sh', ['-c', `set -e\n${text}\necho\n${lastCommand}`], {
    cwd: PROJECT_ROOT,
    env: { NODE_ENV: 'production', PATH: process.env['PATH'], ...variables },
  });
  const lines = stdout.trimEnd().split('\n');
  const last = lastCommand === 'echo' ? '' : (lines.pop() ?? '');
  const shown = lines.filter((line) => line !== '').slice(-printed.length);
  expect(printed.length).toBeGreaterThan(0);
  for (const [index, line] of printed.entries()) expectShortened(shown[index] ?? '', line, text);
  return last;
}

/** Expects a text that README prints with `…` for what it leaves out. */
function expectShortened(whole: string, printed: string, what: string): void {
  const parts = printed.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  expect(whole, what).toMatch(new RegExp(`^${parts.join('.+?')}$`, 's'));
}

interface Row {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** The rows of the table of the API: a request, and its answer with the status before it unless that is 200. */
function tableRows(): readonly Row[] {
  return [...README.matchAll(/^\| `(\/v1\/[^`]+)` \| (?:(\d{3}) )?`([^`]+)` \|$/gm)].map(
    ([, path = '', status = '200', text = '']) => ({ path, status: Number(status), text }),
  );
}

/** Gives the address of a publisher that has this one file, whatever is asked for. */
async function serveFile(body: Uint8Array): Promise<string> {
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** The port of a service that has polled its publisher, as one that runs has. */
async function startPolling(setting: Readonly<Record<string, string>>, upstream: string): Promise<string> {
  const server = startScript(['server.ts'], {
    ...setting,
    PORT: '0',
    ROLE: 'all',
    UPSTREAM_ECB: upstream,
    LOG_LEVEL: 'silent',
  });
  const [, port = ''] = await server.waitForOutput(/http:\/\/localhost:(\d+)/);
  const report = async () => (await fetch(`http://localhost:${port}/v1/status`)).text();
  await expect.poll(report, { timeout: PATIENCE_MS }).toMatch(/^\{"overall":"operational"/);
  return port;
}

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Holds because it is our own package.json. */
function asManifest(value: unknown): { readonly scripts: Readonly<Record<string, string>> } {
  return value as { scripts: Record<string, string> };
}
