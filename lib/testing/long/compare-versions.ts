import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { recordedBodyPath } from '#lib/testing/builders/recorded-bodies';
import { readRecordedHistories, RECORDED_PUBLISHERS } from '#lib/testing/oracles/publishers-record';
import { randomOf } from '#lib/testing/property-runs';
import { SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { createLoadKey, runProjectScript, type ServerProcess, startServerProcess } from './server-process.ts';

/** When files are loaded and markets polled: on a working day after all that the files state. */
const LOADED_AT = '2026-04-14T08:00:00Z';

/** When both versions answer. What markets last said is stale by then, in both, however long each took to ask them. */
const ANSWERED_AT = '2026-04-14T08:09:00Z';

/** Nothing listens there: the banks' figures are those of their files alone. */
const NOBODY = 'http://127.0.0.1:9';

/** Characters of an answer that are printed. */
const SHOWN_MAX = 800;

const MARKETS = SIMULATED_SOURCES.filter((id) => !RECORDED_PUBLISHERS.some((bank) => bank === id));

/** One request of the comparison. */
interface Asked {
  readonly method: string;
  readonly path: string;
  /** The valid key unless another one, or none, is named here. */
  readonly key?: string | null;
}

/** What differs from process to process: names, times and lengths of single answers, and how often a database was written. */
const OF_THE_PROCESS = ['date', 'x-request-id', 'x-data-version', 'etag', 'content-length'];

/** Instants at which a market was asked that gives no time of its own, and those of checks. */
const ASKED_AT = /2026-04-14T08(?::|%3A)0\d(?::|%3A)\d\d\.\d{3}Z|"latencyMs":\d+/g;

const CODES =
  'EUR USD GBP JPY CHF SEK NOK DKK PLN CZK HUF AUD CAD NZD TRY ZAR INR CNY HKD SGD ISK KRW BRL MXN BTC ETH USDT HRK BGN DEM FRF GRD XOF XAF XPF AED SAR KYD BND SZL NPR GIP LTL SKK RUB QQQ GBX usd xau'.split(
    ' ',
  );
const AMOUNTS = '0 1 123.45 1e-12 1e15 0.1 33.333333333 999999999999999 1e3 -1 1,000 abc'.split(' ');
const DAYS =
  '1999-01-04 2003-02-30 2008-10-08 2015-01-15 2020-12-31 2024-02-29 2026-03-19 2026-04-10 2026-04-13'.split(
    ' ',
  );
const SOURCES_ASKED = [
  ...RECORDED_PUBLISHERS,
  'fixed',
  ...MARKETS,
  'nobody',
  undefined,
  undefined,
  undefined,
];
const LIMITS = [undefined, undefined, '1', '50', '1000', '5000', '5001', '0', 'x'];

await runCommand(
  defineCommand(
    'compare-versions',
    "Asks two checkouts the interface's six endpoints the same questions, on the recorded files of four banks and simulated markets, and prints what differs in status, header or body.",
  )
    .argument('<before>', 'a checkout with its packages installed')
    .argument('<after>', 'another one')
    .addOption(new Option('--requests <count>', 'how many').default(2000).argParser(Number))
    .addOption(new Option('--seed <number>', 'of the questions').default(1).argParser(Number))
    .addOption(new Option('--without-header <name...>', 'headers that are meant to differ').default([]))
    .action(compareVersions),
);

interface Flags {
  readonly requests: number;
  readonly seed: number;
  readonly withoutHeader: readonly string[];
}

async function compareVersions(
  before: string,
  after: string,
  { requests, seed, withoutHeader }: Flags,
): Promise<void> {
  const asked = questions(requests, randomOf(seed));
  const answers: (readonly string[])[] = [];
  for (const root of [before, after].map((folder) => resolve(process.env['INIT_CWD'] ?? '', folder)))
    answers.push(await answersOf(root, asked, new Set([...OF_THE_PROCESS, ...withoutHeader])));
  const [first = [], second = []] = answers;
  const differing = asked.flatMap((question, at) => (first[at] === second[at] ? [] : [{ question, at }]));
  for (const { question, at } of differing.slice(0, 20))
    process.stdout.write(
      `${JSON.stringify(question)}\n- ${first[at]?.slice(0, SHOWN_MAX)}\n+ ${second[at]?.slice(0, SHOWN_MAX)}\n`,
    );
  const served = first.filter((answer) => answer.startsWith('200')).length;
  process.stdout.write(`${asked.length} requests (${served} with 200), ${differing.length} differ\n`);
  if (differing.length > 0 || served < requests / 3) process.exitCode = 1;
}

/** Each answer of a version as one text. */
async function answersOf(
  root: string,
  asked: readonly Asked[],
  without: ReadonlySet<string>,
): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossrate-compared-'));
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(LOADED_AT) });
  const variables = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    SOURCES: 'all',
    RATE_LIMIT_PER_MINUTE: '0',
    ...upstreams.environment,
    ...Object.fromEntries(RECORDED_PUBLISHERS.map((id) => [`UPSTREAM_${id.toUpperCase()}`, NOBODY])),
  };
  try {
    await load(root, variables);
    const key = await createLoadKey(variables, [], root);
    const server = await startServerProcess({ ...variables, CLOCK: ANSWERED_AT, ROLE: 'web' }, root);
    try {
      const answers: string[] = [];
      for (const question of asked)
        answers.push(await answerOf({ port: server.port, key, without }, question));
      return answers;
    } finally {
      await server.end('SIGTERM');
    }
  } finally {
    await upstreams.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Imports the recorded files, then lets the service poll until each market has a figure. */
async function load(root: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const loading = { ...variables, CLOCK: LOADED_AT };
  const histories = readRecordedHistories();
  if (histories === null) throw new Error('There are no recorded bodies in ../shared/feeds on this machine.');
  for (const [id, { files }] of histories) {
    for (const { name } of files) {
      const args = ['lib/cli/import.ts', '--source', id, '--file', recordedBodyPath(id, name)];
      const { code, stderr } = await runProjectScript(args, loading, root);
      if (code !== 0) throw new Error(`${name} could not be imported: ${stderr}`);
    }
  }
  const key = await createLoadKey(loading, ['--expires', '90d'], root);
  const server = await startServerProcess({ ...loading, ROLE: 'all' }, root);
  try {
    for (const market of MARKETS) await untilQuoted(server, key, market);
  } finally {
    await server.end('SIGTERM');
  }
}

async function untilQuoted(
  { port, hasEnded, errors }: ServerProcess,
  key: string,
  source: string,
): Promise<void> {
  const deadlineMs = performance.now() + 180_000;
  for (;;) {
    const path = `/v1/rates/pair?from=EUR&to=USD&source=${source}`;
    const answer = await fetch(`http://localhost:${port}${path}`, { headers: { 'X-API-Key': key } });
    if ((await answer.text()) && answer.ok) return;
    if (hasEnded() || performance.now() > deadlineMs) throw new Error(`${source} has no figure: ${errors()}`);
    await pause(250);
  }
}

interface AskedVersion {
  readonly port: number;
  readonly key: string;
  readonly without: ReadonlySet<string>;
}

async function answerOf(
  { port, key, without }: AskedVersion,
  { method, path, key: other = key }: Asked,
): Promise<string> {
  const headers = other === null ? {} : { 'X-API-Key': other };
  const answer = await fetch(`http://localhost:${port}${path}`, { method, headers });
  const kept = [...answer.headers].filter(([name]) => !without.has(name)).map((header) => header.join(': '));
  const text = [answer.status, ...kept, await answer.text()].join('\n');
  return text.replaceAll(ASKED_AT, '').replaceAll(`:${port}`, '');
}

/** Questions of all six endpoints, most of which have an answer. */
function questions(count: number, random: () => number): readonly Asked[] {
  const one = <T>(from: readonly T[]): T => asMember(from[Math.floor(random() * from.length)]);
  const query = (parameters: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || random() < 0.02 ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    return random() < 0.02 ? [...given, 'sorce=ecb'].join('&') : given.join('&');
  };
  const pair = () => ({ from: one(CODES), to: one(CODES), source: one(SOURCES_ASKED) });
  const opt = (value: string) => (random() < 0.3 ? value : undefined);
  const paths: readonly (() => string)[] = [
    () => `/v1/convert?${query({ ...pair(), amount: one(AMOUNTS), date: opt(one(DAYS)) })}`,
    () => `/v1/rates?${query({ base: one(CODES), source: one(SOURCES_ASKED), date: opt(one(DAYS)) })}`,
    () => `/v1/rates/pair?${query({ ...pair(), date: opt(one(DAYS)) })}`,
    () => `/v1/rates/sources?${query({ from: one(CODES), to: one(CODES) })}`,
    () =>
      `/v1/historical?${query({ ...pair(), startDate: opt(one(DAYS)), endDate: opt(one(DAYS)), limit: one(LIMITS) })}`,
    () => '/v1/status',
  ];
  return Array.from({ length: count }, (_, at) => {
    const path = asMember(paths[at % paths.length])();
    const chance = random();
    if (chance < 0.01) return { method: 'GET', path, key: null };
    // Fewer than an address may send in a minute, so that none is refused for the number of them.
    if (at % 400 === 7) return { method: 'GET', path, key: `xr_live_${'a'.repeat(49)}` };
    return {
      method: chance < 0.03 ? 'POST' : chance < 0.04 ? 'HEAD' : chance < 0.05 ? 'OPTIONS' : 'GET',
      path,
    };
  });
}

/** Holds because the index is always below the length of a list that is not empty. */
function asMember<T>(member: T | undefined): T {
  return member as T;
}
