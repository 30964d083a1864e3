import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { TOPICS } from '#components/docs/docs-pages.ts';
import type { DocsTopic, TopicExample } from '#components/docs/topics/topic.ts';
import { someOf } from '#lib/testing/long-count';
import { box, type DocsServer, ENDPOINTS, openDocs, turnTo } from './docs-page.ts';
import { expect, test } from './guarded-test.ts';

const run = promisify(execFile);

let server: DocsServer;

/** Loaded once: tests only read the lines of its boxes. */
let readPage: Page;

test.beforeAll(async ({ browser, docs }) => {
  server = docs;
  readPage = await browser.newPage();
  await openDocs(readPage, `${server.origin}/docs/convert`);
});

test.afterAll(() => readPage.close());

/** Programs that run the snippets beside node; a slim machine has not all of them. */
const MISSING_PROGRAMS = ['curl', 'python3'].filter((program) => !isHere(program, '--version'));

const HAS_GO = isHere('go', 'version');

function isHere(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).error === undefined;
}

test('endpoints are asked by a shell, by node and by Python with the very lines of their boxes', async () => {
  test.skip(MISSING_PROGRAMS.length > 0, `not on this machine: ${MISSING_PROGRAMS.join(', ')}`);
  test.slow();
  for (const { id, path, query, field } of someOf(ENDPOINTS, 5)) {
    await turnTo(readPage, id);
    const direct: unknown = JSON.parse(await server.ask(`${path}?${query}`));
    await expectAskedByPrograms(box(readPage, path), {
      path,
      field,
      wanted: Reflect.get(Object(direct), field),
    });
  }
});

test('endpoints are asked by Go with the very lines of their boxes', async () => {
  test.skip(!HAS_GO, 'not on this machine: go');
  // The first program builds the parts of Go’s library that it uses.
  test.slow();
  for (const { id, path, query, field } of someOf(ENDPOINTS, 1)) {
    await turnTo(readPage, id);
    const direct = await server.ask(`${path}?${query}`);
    const lines = await linesOf(box(readPage, path), 'Go');
    const folder = await mkdtemp(join(tmpdir(), 'crossrate-docs-'));
    const file = join(folder, 'request.go');
    await writeFile(file, lines);
    const { stdout } = await run('go', ['run', file], { env: keyed() });
    await rm(folder, { recursive: true });
    if (path === '/v1/status') expect(stdout).toContain('"source":"ecb"');
    else expect(direct).toContain(`"${field}":${stdout.trim()}`);
  }
});

for (const [slug, topic] of TOPICS) {
  if (examplesOf(topic, '').length === 0) continue;
  test(`the examples of /docs/${slug} print what the page says`, async () => {
    for (const example of examplesOf(topic, server.origin)) {
      const isMissing = MISSING_PROGRAMS.includes(PROGRAMS[example.program]);
      test.skip(isMissing, `not on this machine: ${PROGRAMS[example.program]}`);
      const printed = await outputOf(example);
      // Behind TLS curl speaks HTTP/2, whose names of headers are in lower case.
      const isSecond = server.origin.startsWith('https:');
      const wanted = example.prints.map((line) => (isSecond ? line.replace(/^X-[\w-]+:/, lowered) : line));
      expect(printed, example.label).toBe(wanted.join('\n'));
    }
  });
}

function lowered(text: string): string {
  return text.toLowerCase();
}

function examplesOf(topic: DocsTopic, origin: string): readonly TopicExample[] {
  return topic.parts({ origin, sources: [], perMinute: 0 }).flatMap(({ examples = [] }) => examples);
}

/** The program that runs the lines of an example. */
const PROGRAMS: Readonly<Record<TopicExample['program'], string>> = {
  Shell: 'curl',
  Python: 'python3',
  TypeScript: 'node',
};

/** What the lines of an example print, run in a folder of their own. */
async function outputOf({ program, lines }: TopicExample): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-docs-'));
  const file = join(folder, 'example.mts');
  await writeFile(file, lines.join('\n'));
  const command = {
    Shell: ['sh', file],
    Python: ['python3', file],
    TypeScript: [process.execPath, '--disable-warning=ExperimentalWarning', file],
  } as const;
  const [name, ...args] = command[program];
  const { stdout } = await run(name, args, { cwd: folder, env: keyed() });
  await rm(folder, { recursive: true });
  return stdout.replaceAll('\r', '').trim();
}

/** The environment of a reader, without the runner's wish for colours, which node would print. */
function keyed() {
  return { ...process.env, CROSSRATE_API_KEY: server.folder.key, FORCE_COLOR: '0' };
}

/** The lines of a box in a language. */
async function linesOf(of: Locator, language: string): Promise<string> {
  await of.getByText(language, { exact: true }).click();
  return (await of.getByRole('group', { name: `The request as ${language}` }).textContent()) ?? '';
}

/** Runs the lines of a box in each of its languages but Go, and expects what the service answers. */
async function expectAskedByPrograms(
  of: Locator,
  { path, field, wanted }: { readonly path: string; readonly field: string; readonly wanted: unknown },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-docs-'));
  const env = keyed();
  const byCurl = await run('sh', ['-c', `${await linesOf(of, 'curl')} -s`], { env, maxBuffer: 10_000_000 });
  expect(Reflect.get(JSON.parse(byCurl.stdout), field), path).toEqual(wanted);
  const file = join(folder, 'request.mts');
  await writeFile(file, await linesOf(of, 'TypeScript'));
  const byNode = await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], { env });
  const byPython = await run('python3', ['-c', await linesOf(of, 'Python')], { env });
  if (typeof wanted === 'object') {
    // Lists and tables are printed in each language's own way, so what they hold is looked for.
    for (const leaf of leavesOf(wanted).slice(0, 20)) {
      expect(byNode.stdout, path).toContain(leaf);
      expect(byPython.stdout, path).toContain(leaf);
    }
  } else {
    expect(byNode.stdout.trim(), path).toBe(String(wanted));
    expect(byPython.stdout.trim(), path).toBe(String(wanted));
  }
  await rm(folder, { recursive: true });
}

/** Every text and number within a value, as it is printed: node tells lists and objects to this depth, deeper ones by their kind. */
function leavesOf(value: unknown, depth = 3): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return depth === 0 ? [] : Object.values(value).flatMap((part) => leavesOf(part, depth - 1));
}
