import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bringUpToDate } from '#lib/ingest/keep-log';
import { checkpointText, parseCheckpoint } from '#lib/domain/log/checkpoint';
import { noteKeyOf } from '#lib/platform/signed-note';
import { aReceiptPayload, signedReceipt } from '#lib/testing/builders/receipts';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { alter } from '#lib/testing/databases/damaged-databases';
import { runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { withStore } from '#lib/testing/worlds/own-store';
import { shareListening } from '#lib/testing/worlds/listening-server';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const KEY = noteKeyOf(new Uint8Array(32));
const ANOTHER_KEY = noteKeyOf(new Uint8Array(32).fill(1));

/** What signs is told apart by its name, which the first key gave. */
const ORIGIN = `crossrate/log/${KEY.fingerprint.slice(0, 16)}`;
const VERIFIER = KEY.verifierKey(ORIGIN);

const dataDir = throwAwayFolder(afterAll);
const variables = { DATA_DIR: dataDir, ROLE: 'web', SOURCES: 'fixed' };
const server = shareListening(variables);
const files = throwAwayFolder(afterAll);
let url = '';
let first = '';
let newest = '';
const verify = (...args: readonly string[]) =>
  runScript(['lib/cli/verify/verify.ts', '--log', url, ...args], {});
const saved = (name: string, text: string) => {
  writeFileSync(join(files, name), text);
  return join(files, name);
};

beforeAll(async () => {
  first = await addEntries(dataDir, 300, 1);
  newest = await addEntries(dataDir, 700, 2);
  const { port } = await server();
  url = `http://localhost:${port}/log`;
});

describe('npm run verify of a sound log', () => {
  it('says that the head is signed, by the key that is trusted or the one that the log names', async () => {
    const line = `The checkpoint of ${ORIGIN} has 1000 entries and is signed by ${VERIFIER}.\n`;
    expect(await verify()).toMatchObject({ code: 0, stdout: line });
    expect(await verify('--log-key', VERIFIER)).toMatchObject({ code: 0, stdout: line });
  });

  it('says that the head continues an earlier one, itself and the empty one', async () => {
    const empty = checkpointText({
      origin: ORIGIN,
      size: 0,
      root: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    });
    for (const [entries, text] of [
      ['300 entries', first],
      ['1000 entries', newest],
      ['0 entries', empty],
    ] as const) {
      const file = saved('earlier', text);
      expect(await verify('--since', file)).toMatchObject({
        code: 0,
        stdout: `The checkpoint of ${ORIGIN} has 1000 entries and is signed by ${VERIFIER}; it continues the one of ${entries} in ${file}.\n`,
      });
    }
  });
});

it('npm run verify says that the log continues the checkpoint that a receipt holds', async () => {
  const entry = { leg: 0, index: 0, text: '', proof: [] };
  const { jws } = await signedReceipt({
    ...aReceiptPayload([]),
    log: { checkpoint: first, entries: [entry] },
  });
  for (const text of [jws, JSON.stringify({ receipt: jws })]) {
    const file = saved('receipt', text);
    const { stdout } = await verify('--since', file);
    expect(stdout).toContain(`; it continues the one of 300 entries in ${file}.\n`);
  }
  const without = saved('receipt', (await signedReceipt(aReceiptPayload([]))).jws);
  expect(await verify('--since', without)).toMatchObject({
    code: 1,
    stderr: `The file ${without} contains no checkpoint.\n`,
  });
});

describe('npm run verify of a head that is not what it should be', () => {
  it('exits with 1 and a sentence where the signature is of another key', async () => {
    const other = ANOTHER_KEY.verifierKey(ORIGIN);
    expect(await verify('--log-key', other)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The checkpoint of ${url} is not signed by ${other}.\n`,
    });
    expect(await verify('--log-key', 'nonsense')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^"nonsense" is not a verifier key; [^\n]+\n$/),
    });
  });

  it.each<readonly [string, () => string, string]>([
    ['other entries', () => asOther({ size: 300 }), ': its first 300 entries have changed.'],
    ['as many other entries', () => asOther({ size: 1000 }), ': its first 1000 entries have changed.'],
    ['more entries', () => asOther({ size: 1001 }), ', which has 1001 entries: the log has only 1000.'],
  ])('exits with 1 and a sentence where the earlier head has %s', async (_what, earlier, why) => {
    const file = saved('earlier', earlier());
    const { code, stdout, stderr } = await verify('--since', file);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `The log does not continue ${file}${why}\n`,
    });
  });
});

describe('npm run verify of something else', () => {
  it('exits with 1 and a sentence for a head of another log, a file without one and none', async () => {
    const file = saved('earlier', asOther({ origin: 'example.org/log' }));
    expect(await verify('--since', file)).toMatchObject({
      code: 1,
      stderr: `${file} is a checkpoint of the log example.org/log, but ${url} is the log ${ORIGIN}.\n`,
    });
    const without = saved('nothing', 'nothing\n');
    expect(await verify('--since', without)).toMatchObject({
      code: 1,
      stderr: `The file ${without} contains no checkpoint.\n`,
    });
    const missing = join(files, 'missing');
    expect(await verify('--since', missing)).toMatchObject({
      code: 1,
      stderr: `The file ${missing} cannot be read (ENOENT).\n`,
    });
  });

  it('exits with 1 where there is no log, and with 2 where none is named', async () => {
    const nowhere = 'http://127.0.0.1:9/log';
    const found = await runScript(['lib/cli/verify/verify.ts', '--log', nowhere], {});
    expect(found).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:9\/log\/checkpoint\.pub cannot be read \([^\n]+\)\.\n$/,
      ),
    });
    expect(await runScript(['lib/cli/verify/verify.ts'], {})).toMatchObject({ code: 2 });
  });

  it.each([['--keys'], ['--from'], ['--document']])('refuses %s, which is of a receipt', async (option) => {
    expect(await verify(option, 'x')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--keys, --from and --document are for a receipt; --since is for --log.\n',
    });
  });

  it('exits with 1 and a sentence once the hashes below the head are others', async () => {
    alter(dataDir, 'update log_tile set hashes = zeroblob(8192) where level = 0 and tile = 3');
    expect(await verify()).toMatchObject({
      code: 1,
      stderr: `The tiles of ${url} do not hash to the root of its checkpoint.\n`,
    });
  });
});

/** The first head with something else in it. */
function asOther(part: Partial<NonNullable<ReturnType<typeof parseCheckpoint>>>): string {
  const head = parseCheckpoint(first);
  if (!head) throw new Error('the first head is none');
  return checkpointText({ ...head, root: `A${head.root.slice(1)}`, ...part });
}

/** Stores so many figures of a century and signs a head, which it gives. */
function addEntries(dataDir: string, count: number, century: number): Promise<string> {
  return withStore({ DATA_DIR: dataDir }, async (store) => {
    const startMs = Date.UTC(1700 + 100 * century, 0, 1);
    const days = Array.from({ length: count }, (_, index) => {
      const day = new Date(startMs + index * 86_400_000).toISOString().slice(0, 10);
      return [day, { 'EUR/USD': 1 + index / 10_000 }] as const;
    });
    await storeFixings(store, aFixingBatch(Object.fromEntries(days)));
    const clock = { service: () => new Date(Date.UTC(2026, 3, 14, century * 2)) };
    await bringUpToDate({ store, clock, key: KEY }, new AbortController().signal);
    const head = await store.readNewestLogHead();
    return head?.note ?? '';
  });
}
