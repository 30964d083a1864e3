import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { aReceiptPayload, signedReceipt } from '#lib/testing/builders/receipts';
import { PROJECT_ROOT, runScript, type ScriptEnding } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { ask } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import { createReceiptSigner } from '#lib/api/receipts/receipt-signer';
import type { Service } from '#lib/service';

/** An answer of a service with its receipt, the keys before and after its master secret was changed, and a receipt that was made after it. */
interface Made {
  readonly answer: string;
  readonly later: string;
  readonly firstKeys: string;
  readonly keys: string;
}

let made: Made;

beforeAll(async () => {
  made = await makeReceipts();
}, 60_000);

describe('npm run verify', () => {
  it('says in a few lines what it verified', async () => {
    const verified = await verify(made.answer, made.keys);
    expect(verified.stderr).toBe('');
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(
      new RegExp(
        [
          '^The receipt is valid: 1200 USD = 191800.753166724 JPY, at 159.83396097227 JPY per USD.',
          'Signed with Ed25519 by the key [\\w-]{43}, at 2026-04-14T08:00:\\S+Z by a service without a public address.',
          'Warning: the service’s figures were made up or its clock was set. This receipt proves nothing about real rates.\n$',
        ].join('\n'),
      ),
    );
  });

  it('takes receipts of a former key, and refuses those of a key that it was not given', async () => {
    expect(await verify(made.later, made.keys)).toMatchObject({ code: 0 });
    expect(await verify(made.later, made.firstKeys)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The key that signed this receipt, [\w-]{43}, is not among the keys given\.\n$/,
      ),
    });
  });
});

describe('npm run verify of what does not hold', () => {
  it.each<readonly [string, (answer: string) => string, RegExp]>([
    [
      'a signature that is wrong',
      (answer) => answer.replace(/\.([\w-]{3})([\w-]{83})"/, '.AAA$2"'),
      /^The signature is wrong: the receipt is not as it was signed\.\n$/,
    ],
    [
      'a digit beside the receipt that was altered',
      (answer) => answer.replace('"rate":159.8', '"rate":159.9'),
      /^The answer beside the receipt was altered: its rate is not the one that was signed\.\n$/,
    ],
    [
      'two rates beside the receipt',
      (answer) => answer.replace('"rate":', '"rate":159.9,"rate":'),
      /^The answer beside the receipt has two members of one name, so it says two things\.\n$/,
    ],
    [
      'something else',
      () => '{"rate":1}',
      /^This is not a receipt: no signed text of three parts was found in it\.\n$/,
    ],
  ])('refuses %s in one sentence', async (_what, alter, sentence) => {
    const refused = await verify(alter(made.answer), made.keys);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  });

  it('refuses in one sentence what is signed and malformed', async () => {
    const { jws, keys } = await signedReceipt({ version: 1 });
    expect(await verify(jws, keys)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The receipt is signed but cannot be read: a newer program may have issued it.\n',
    });
  });
});

describe('npm run verify with what lies elsewhere', () => {
  it('fetches the keys from the service where it is told to, over HTTPS or from this machine alone', async () => {
    let served = made.keys;
    const server = createServer((request, response) =>
      request.url === '/.well-known/jwks.json' ? response.end(served) : response.writeHead(404).end(),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = asAddress(server.address());
    const from = (origin: string, receipt = made.answer) =>
      runScript(['lib/cli/verify.ts', written(receipt), '--from', origin], {});
    expect(await from(`http://127.0.0.1:${port}`)).toMatchObject({ code: 0, stderr: '' });
    // Whoever answers there could have signed that another service issued it.
    const elsewhere = await signedReceipt(aReceiptPayload([]));
    served = elsewhere.keys;
    expect(await from(`http://127.0.0.1:${port}`, elsewhere.jws)).toMatchObject({
      code: 1,
      stderr: `The receipt says that https://rates.example.org issued it, and the keys are those of http://127.0.0.1:${port}.\n`,
    });
    expect(await from('http://rates.example.org')).toMatchObject({
      code: 1,
      stderr: '--from must be an HTTPS address such as https://rates.example.org, or one of this machine.\n',
    });
  });

  it('asks for the keys where none are named', async () => {
    expect(await runScript(['lib/cli/verify.ts', written(made.answer)], {})).toMatchObject({
      code: 1,
      stderr: 'Name the public keys: --keys FILE, or --from with the address of the service.\n',
    });
  });
});

it('a receipt is verified by the Python of the documentation', ({ skip }) => {
  const python = '/usr/bin/python3';
  if (!hasLibrary(python)) return skip('PyJWT and cryptography (package python3-jwt) are not installed here');
  const page = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8');
  const [, script = ''] = /```python\n(.*?)```/s.exec(page) ?? [];
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(20);
  const keys = written(made.keys);
  const run = (text: string) =>
    execFileSync(python, ['-c', script, written(text), keys], { encoding: 'utf8', stdio: 'pipe' });
  expect(run(made.answer)).toMatch(/^good: .*159\.83396097227/);
  expect(() => run(made.answer.replace(/"receipt":"(\w+)\.e/, '"receipt":"$1.f'))).toThrow(/Command failed/);
});

/** Makes a receipt, and another one with the key of another master secret. */
async function makeReceipts(): Promise<Made> {
  let service: Service | null = null;
  const dispatch = await openExportedDispatch();
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: ecbSample() },
    (started, request) => {
      service = started;
      return dispatch(started, request);
    },
  );
  try {
    const answer = await (
      await ask(bench, '/v1/convert?from=USD&to=JPY&amount=1200&include=receipt,provenance')
    ).text();
    const { store, receiptKeys } = running(service);
    const firstKeys = await receiptKeys();
    const issuer = { secret: new Uint8Array(32).fill(2), origin: null, isSimulated: true };
    const { question, answer: content, provenance } = aReceiptPayload([]);
    const sign = await createReceiptSigner(issuer, store);
    const moment = { madeFrom: '1', dataVersion: '1', issuedAt: new Date() };
    const later = await sign({ question, answer: content, provenance }, moment);
    if (later.toStore) await store.write.storeReceipt(later.toStore);
    return { answer, later: later.jws, firstKeys, keys: await receiptKeys() };
  } finally {
    await bench.dispose();
  }
}

/** Set by the first request. */
function running(service: Service | null): Service {
  if (!service) throw new Error('no request was made');
  return service;
}

function verify(receipt: string, keys: string): Promise<ScriptEnding> {
  return runScript(['lib/cli/verify.ts', written(receipt), '--keys', written(keys)], {});
}

function written(text: string): string {
  const path = join(throwAwayFolder(), 'receipt.json');
  writeFileSync(path, text);
  return path;
}

function hasLibrary(python: string): boolean {
  if (!existsSync(python)) return false;
  try {
    execFileSync(python, ['-c', 'import jwt, cryptography'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a server listens on that was given a port. */
function asAddress(address: unknown): AddressInfo {
  return z.object({ address: z.string(), family: z.string(), port: z.number() }).parse(address);
}
