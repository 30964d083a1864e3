import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { PROJECT_ROOT, startScript } from '#lib/testing/run-script';
import { type AtEnd, throwAwayFolder } from '#lib/testing/throw-away-folder';
import { shareListening } from '#lib/testing/worlds/listening-server';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { writeClientPackage } from './write-client-package.ts';

/** What a client is allowed to weigh. */
const BROTLI_BYTES_MAX = 6000;

const recorded = readRecordedBodies('ecb')?.find(({ name }) => name === 'eurofxref-hist.zip');

/** The days and figures of EUR/USD, newest first as in the bank's file: all of its years, or a few days where it is not at hand. */
const FIGURES = recorded
  ? dollarsIn(new TextDecoder().decode(unzipSync(recorded.body)['eurofxref-hist.csv']))
  : dollarsIn('Date,USD,JPY,\n2026-04-13,1.1684,186.75,\n2026-04-10,1.1711,186.53,\n');

const NEWEST = FIGURES[0] ?? ['', 0];

const ends: Parameters<AtEnd>[0][] = [];
const dataDir = throwAwayFolder((end) => ends.push(end));
const variables = {
  DATA_DIR: dataDir,
  SOURCES: 'ecb,fixed',
  CLOCK: `${NEWEST[0]}T20:00:00Z`,
  RATE_LIMIT_PER_MINUTE: '0',
};
const listening = shareListening(variables);
/** An empty project in which the package is installed. */
const project = throwAwayFolder((end) => ends.push(end));
let key = '';
let server = '';

beforeAll(async () => {
  const file = join(project, 'ecb.csv');
  writeFileSync(file, ['Date,USD,', ...FIGURES.map(([day, rate]) => `${day},${rate},`), ''].join('\n'));
  key = await makeKeyIn(variables);
  await Promise.all([
    startScript(['lib/cli/import.ts', '--source', 'ecb', '--file', file], variables, (end) => ends.push(end))
      .ended,
    install(project),
  ]);
  server = `http://localhost:${(await listening()).port}`;
  return async () => {
    for (const end of ends) await end();
  };
}, 120_000);

describe('the package', () => {
  it('has the version of the service, no dependency, and no more than a few kilobytes for a browser', () => {
    const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
    const { version } = Object(read(join(PROJECT_ROOT, 'package.json')));
    const manifest = Object(read(join(project, 'node_modules/crossrate/package.json')));
    expect(manifest).toMatchObject({ version, license: 'MIT' });
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    const client = readFileSync(join(project, 'node_modules/crossrate/dist/client.js'));
    expect(client.toString()).not.toMatch(/\bnode:|\bfrom\s*["']/);
    expect(brotliCompressSync(client).byteLength).toBeLessThan(BROTLI_BYTES_MAX);
  });

  it('has types by themselves, which refuse questions that no endpoint knows', () => {
    writeFileSync(join(project, 'typed.ts'), TYPED);
    const options = '--noEmit --strict --exactOptionalPropertyTypes --target es2023 --lib es2023,dom --types';
    for (const module of ['nodenext', 'preserve'])
      execFileSync(
        process.execPath,
        [
          join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc'),
          ...options.split(' '),
          '',
          '--module',
          module,
          'typed.ts',
        ],
        { cwd: project },
      );
  });

  it.for(['24', '20'])('answers programs of Node %s', async (version, { skip }) => {
    const node = nodeOf(version) ?? skip(`no Node ${version} on this machine`);
    writeFileSync(join(project, 'used.mjs'), USED);
    const { stdout } = await promisify(execFile)(node, ['used.mjs', server], {
      cwd: project,
      env: { NODE_ENV: 'production', CROSSRATE_API_KEY: key },
      maxBuffer: 10_000_000,
    });
    const { converted, points, streamed, refused } = Object(JSON.parse(stdout));
    expect(converted).toMatchObject({ amount: 100, source: 'ecb', rate: NEWEST[1] });
    expect(streamed).toMatchObject({ event: 'rate', data: { rate: NEWEST[1], stale: false } });
    expect(refused).toEqual([true, 'unknown_currency', 400]);
    expect(points).toEqual(FIGURES);
  });

  it('gives every figure that the bank’s file has of a pair', ({ skip }) => {
    if (!recorded) skip(recordedBodiesMissing('ecb'));
    // What the programs above are answered with.
    expect(FIGURES.length).toBeGreaterThan(6900);
    expect(FIGURES.at(-1)).toEqual(['1999-01-04', 1.1789]);
  });
});

describe('the answers of the command line', () => {
  it('prints an answer as a table, as CSV and as JSON', async () => {
    const [day, rate] = NEWEST;
    const at = new RegExp(`^${day}T1[234]:[01]\\d:00.000Z$`);
    const { stdout, stderr, code } = await crossrate(['rate', 'eur', 'USD']);
    expect([stderr, code]).toEqual(['', 0]);
    const [head, row, ...more] = stdout.trimEnd().split('\n');
    expect(head?.split(/ +/)).toEqual(['from', 'to', 'rate', 'source', 'timestamp']);
    expect(row?.split(/ +/)).toEqual(['EUR', 'USD', String(rate), 'ecb', expect.stringMatching(at)]);
    expect(more).toEqual([]);
    const asCsv = await crossrate(['convert', '100', 'EUR', 'USD', '--format', 'csv']);
    const lines = asCsv.stdout.split('\r\n');
    expect(lines[0]).toBe('amount,from,result,to,rate,source,timestamp');
    expect(lines[1]).toMatch(new RegExp(`^100,EUR,[\\d.]+,USD,${rate},ecb,`));
    const small = await crossrate(['convert', '0.00000054', 'EUR', 'USD']);
    expect(small.stdout.split('\n')[1]?.trim().split(/ +/)[0]).toBe('0.00000054');
    const smallCsv = await crossrate(['convert', '0.00000054', 'EUR', 'USD', '--format', 'csv']);
    expect(smallCsv.stdout.split('\r\n')[1]).toMatch(/^0\.00000054,EUR,0\.000000\d+,USD,/);
    const asJson = await crossrate(['--format', 'json', 'sources', 'EUR', 'USD']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      rates: [{ source: 'ecb', rate, timestamp: expect.stringMatching(at) }],
      without: [{ source: 'fixed', code: 'pair_unavailable' }],
    });
  });

  it('prints a whole history, oldest first, and its newest points', async () => {
    const asked = ['history', 'EUR', 'USD', '--source', 'ecb', '--format', 'csv'];
    const rows = async (args: readonly string[]) =>
      (await crossrate(args)).stdout.split('\r\n').map((line) => line.replace(/T[\d:.]+Z,/, ','));
    const expected = FIGURES.map(([day, rate]) => `${day},${rate},ecb`).toReversed();
    expect(await rows(asked)).toEqual(['timestamp,rate,source', ...expected, '']);
    expect(await rows([...asked, '--limit', '1'])).toEqual(['timestamp,rate,source', expected.at(-1), '']);
  });

  it('says how the service is doing, without a key', async () => {
    const { stdout, code } = await crossrate(['status'], { CROSSRATE_API_KEY: '' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^name +status +latencyMs +lastCheckedAt\noverall +\w+\necb +\w+ +\d+ +\S+Z\n/);
  });
});

describe('the command line', () => {
  it('saves a receipt, which it verifies with the keys of the service, and refuses an altered one', async () => {
    const receipt = join(project, 'receipt.json');
    const saved = await crossrate(['convert', '1200', 'USD', 'EUR', '--receipt', 'receipt.json']);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    const again = await crossrate(['convert', '1200', 'USD', 'EUR', '--receipt', 'receipt.json']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    const verified = await crossrate(['verify', 'receipt.json']);
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The receipt is valid: 1200 USD = /),
    });
    writeFileSync(receipt, readFileSync(receipt, 'utf8').replace('"amount": 1200', '"amount": 1201'));
    const altered = await crossrate(['verify', 'receipt.json']);
    expect(altered).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The answer beside the receipt was altered/),
    });
  });

  it('asks the server of its configuration file with the key there, if no one else may read that', async () => {
    const folder = join(project, '.config/crossrate');
    const file = join(folder, 'config.json');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ server: `${server}/v1/`, key }), { mode: 0o600 });
    const none = { CROSSRATE_API_KEY: '', CROSSRATE_SERVER: '' };
    expect(await crossrate(['rate', 'EUR', 'USD'], none)).toMatchObject({ code: 0, stderr: '' });
    // The key of one server is not for another.
    const elsewhere = await crossrate(['rate', 'EUR', 'USD', '--server', 'http://localhost:9'], none);
    expect(elsewhere).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^No key for http:\/\/localhost:9: /),
    });
    chmodSync(file, 0o640);
    const wide = await crossrate(['rate', 'EUR', 'USD'], none);
    expect(wide).toMatchObject({
      code: 2,
      stderr: `Others may read ${file}, which holds a key: run chmod 600 ${file}\n`,
    });
    rmSync(file);
  });
});

describe('a command without an answer', () => {
  it.for<readonly [number, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    [
      1,
      ['rate', 'EUR', 'QQQ'],
      {},
      /^to: QQQ is not a currency this service knows\. \(unknown_currency, request \S+\)\n$/,
    ],
    [
      1,
      ['rate', 'EUR', 'USD'],
      { CROSSRATE_API_KEY: 'wrong' },
      /^The provided API key is invalid \(invalid_api_key, /,
    ],
    [2, ['rate', 'EUR', 'USD'], { CROSSRATE_SERVER: '' }, /^No server is named: use --server, [^\n]+\n$/],
    [2, ['rate', 'EUR', 'USD'], { CROSSRATE_API_KEY: '' }, /^No key for http[^\n]+\n$/],
    [
      2,
      ['rate', 'EUR', 'USD', '--server', 'http://rates.example.org'],
      {},
      /^server must be an https address: [^\n]+\n$/,
    ],
    [2, ['rate', 'EUR'], {}, /^missing required argument 'to'\n$/],
    [2, ['rate', 'EUR', 'USD', '--key', 'xr_live_0'], {}, /^A key is never an argument: [^\n]+\n$/],
    [
      2,
      [],
      {},
      /^one of convert, rate, history, sources, status, verify must be named; --help explains each\n$/,
    ],
  ])('ends with %d for %j, with one sentence', async ([code, args, more, sentence]) => {
    const ended = await crossrate(args, more);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(ended.stderr).not.toContain('xr_live_');
  });
});

/** Runs the installed command in the project, by default with server and key in the environment. */
async function crossrate(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const command = join(project, 'node_modules/.bin/crossrate');
  const { PATH } = process.env;
  const env = {
    NODE_ENV: 'production',
    PATH,
    HOME: project,
    CROSSRATE_SERVER: server,
    CROSSRATE_API_KEY: key,
  } as const;
  return new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      execFile(command, [...args], { cwd: project, env: { ...env, ...more } }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    },
  );
}

const TYPED = `import { createClient, CrossrateError, type HistoricalPoint } from 'crossrate';
const client = createClient({ server: 'https://rates.example.org' });
const { rate, source } = await client.pair({ from: 'EUR', to: 'USD', source: 'ecb' });
const exact: [number, 'ecb' | 'boe' | 'fed' | 'boj' | 'fixed' | 'crypto-exchange' | 'web-finance' | 'charting-platform' | 'web-search'] = [rate, source];
const points: HistoricalPoint[] = [];
for await (const point of client.history({ from: 'EUR', to: 'USD' })) points.push(point);
for await (const told of client.stream({ pairs: ['EUR/USD'] })) if (told.event === 'rate') points.push(told.data);
// @ts-expect-error The amount is missing.
await client.convert({ from: 'EUR', to: 'USD' });
// @ts-expect-error No such source.
await client.pair({ from: 'EUR', to: 'USD', source: 'nope' });
// @ts-expect-error No such parameter.
await client.rates({ bases: 'EUR' });
export { exact, CrossrateError };
`;

const USED = `import { createClient, CrossrateError } from 'crossrate';
const client = createClient({ server: process.argv[2], apiKey: process.env.CROSSRATE_API_KEY });
const converted = await client.convert({ from: 'EUR', to: 'USD', amount: 100 });
const points = [];
for await (const { timestamp, rate } of client.history({ from: 'EUR', to: 'USD', source: 'ecb' }))
  points.push([timestamp.slice(0, 10), rate]);
let streamed = null;
for await (streamed of client.stream({ pairs: ['EUR/USD'] })) break;
const error = await client.pair({ from: 'EUR', to: 'QQQ' }).catch((thrown) => thrown);
const refused = [error instanceof CrossrateError, error.code, error.status];
process.stdout.write(JSON.stringify({ converted, points, streamed, refused }));
`;

function dollarsIn(csv: string): readonly (readonly [day: string, rate: number])[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const place = head.split(',').indexOf('USD');
  return lines.map((line) => {
    const cells = line.split(',');
    return [cells[0] ?? '', Number(cells[place])] as const;
  });
}

/** Packs the package and installs it as anybody would, but without a registry: it needs nothing from there. */
async function install(into: string): Promise<void> {
  const made = join(into, 'made');
  await writeClientPackage(PROJECT_ROOT, made);
  const run = promisify(execFile);
  const npm = async (...args: readonly string[]) => run('npm', [...args, '--offline'], { cwd: into });
  writeFileSync(join(into, 'package.json'), '{"private": true, "type": "module"}');
  await npm('pack', './made', '--ignore-scripts');
  const { version } = Object(JSON.parse(readFileSync(join(made, 'package.json'), 'utf8')));
  await npm('install', `./crossrate-${version}.tgz`);
}

/** A Node of a main version that this machine has; null where it has none. */
function nodeOf(version: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  for (const node of [process.execPath, ...places]) {
    try {
      if (execFileSync(node, ['--version'], { encoding: 'utf8' }).startsWith(`v${version}.`)) return node;
    } catch {
      // Not every folder of the path has one.
    }
  }
  return null;
}
