import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { Option } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { startFolder } from '#lib/testing/worlds/running-server';
import { removeTemplates } from '#lib/testing/worlds/served-folder';

/** What others use to make a client of an OpenAPI document; the generator needs the compiler's former interface. */
const PROJECT = {
  private: true,
  type: 'module',
  dependencies: { 'openapi-fetch': '0.17.0', 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
};

/** Asks every endpoint that answers JSON; what it reads of the answers must compile. */
const SMOKE = `import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  stdout: { write: (text: string) => void };
};

const client = createClient<paths>({
  baseUrl: process.argv[2] ?? '',
  headers: { 'X-API-Key': process.env['CROSSRATE_API_KEY'] ?? '' },
});

function told<T>({ data, error }: { data?: T; error?: { error: { message: string } } }): T {
  if (data === undefined) throw new Error(error?.error.message ?? 'no answer');
  return data;
}

const pair = { from: 'EUR', to: 'USD' };
const { result } = told(await client.GET('/v1/convert', { params: { query: { ...pair, amount: 100 } } }));
const { rates } = told(await client.GET('/v1/rates', { params: { query: { base: 'EUR', symbols: ['USD', 'JPY'] } } }));
const { rate, source } = told(await client.GET('/v1/rates/pair', { params: { query: { ...pair, source: 'ecb' } } }));
const { sources } = told(await client.GET('/v1/rates/sources', { params: { query: pair } }));
const compared = told(await client.GET('/v1/rates/compare', { params: { query: pair } })).rates.length;
const { count, points } = told(await client.GET('/v1/historical', { params: { query: { ...pair, limit: 5 } } }));
const { series } = told(await client.GET('/v1/rates/series', { params: { query: { base: 'EUR', codes: ['USD', 'JPY'], days: 3 } } }));
const { revisions } = told(await client.GET('/v1/revisions', { params: { query: { source: 'ecb' } } }));
const { currencies } = told(await client.GET('/v1/currencies'));
const { overall } = told(await client.GET('/v1/status'));
const refused = await client.GET('/v1/rates/pair', { params: { query: { from: 'EUR', to: 'QQQ' } } });

process.stdout.write(
  JSON.stringify([
    result, rates, rate, source, sources, compared, count, points.map((point) => point.rate), Object.keys(series),
    revisions.length, currencies.length > 400, typeof overall, refused.error?.error.code,
  ]),
);
`;

/** What it prints of the two days that the service has. */
const EXPECTED = [
  116.84,
  { JPY: 186.75, USD: 1.1684 },
  1.1684,
  'ecb',
  ['ecb'],
  1,
  2,
  [1.1711, 1.1684],
  ['USD', 'JPY'],
  2,
  0,
  true,
  'string',
  'unknown_currency',
];

/** A client that a generator makes of the document, its defaults untouched, compiles and is answered. */
await runCommand(
  defineCommand('test:long', 'A client made of /openapi.json by openapi-typescript, used with openapi-fetch.')
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(async () => {
      const project = mkdtempSync(join(tmpdir(), 'crossrate-generated-'));
      const server = await startFolder();
      try {
        await smoke(project, server.origin, server.folder.key);
      } finally {
        await server.stop();
        await removeTemplates();
        rmSync(project, { recursive: true, force: true });
      }
    }),
);

async function smoke(project: string, origin: string, key: string): Promise<void> {
  const run = async (file: string, ...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, CROSSRATE_API_KEY: key };
    return (await promisify(execFile)(file, [...args], { cwd: project, env })).stdout;
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(PROJECT));
  writeFileSync(join(project, 'smoke.ts'), SMOKE);
  await run('npm', 'install');
  const binary = (name: string) => join(project, 'node_modules/.bin', name);
  await run(binary('openapi-typescript'), `${origin}/openapi.json`, '-o', 'schema.d.ts');
  const options =
    '--noEmit --strict --allowImportingTsExtensions --module nodenext --target es2023 --lib es2023,dom';
  await run(binary('tsc'), ...options.split(' '), 'smoke.ts');
  const printed = await run(process.execPath, 'smoke.ts', origin);
  process.stdout.write(`${printed}\n`);
  if (printed !== JSON.stringify(EXPECTED)) throw new Error(`expected ${JSON.stringify(EXPECTED)}`);
}
