import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EnvironmentError } from '#lib/platform/environment';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openDemoFolder } from './demo-folder.ts';

describe('the demo’s folder', () => {
  it('is made, and emptied at every further start', () => {
    const path = join(throwAwayFolder(), 'deep/demo');
    openDemoFolder(path);
    const [marker = ''] = readdirSync(path);
    writeFileSync(join(path, 'crossrate.sqlite'), 'old');
    mkdirSync(join(path, 'more'));
    writeFileSync(join(path, 'more/inside'), 'old');
    openDemoFolder(path);
    expect(readdirSync(path)).toEqual([marker]);
  });

  it('may be an empty folder of the user', () => {
    const path = throwAwayFolder();
    openDemoFolder(path);
    expect(readdirSync(path)).toHaveLength(1);
  });

  it('is never a folder that holds anything else, and that one stays as it is', () => {
    const path = throwAwayFolder();
    writeFileSync(join(path, 'crossrate.sqlite'), 'real figures');
    expect(() => openDemoFolder(path)).toThrow(EnvironmentError);
    expect(() => openDemoFolder(path)).toThrow(/holds something else than a demo/);
    expect(readdirSync(path)).toEqual(['crossrate.sqlite']);
  });

  it('does not follow a link out of the folder when it is emptied', () => {
    const outside = throwAwayFolder();
    writeFileSync(join(outside, 'precious'), 'kept');
    const path = throwAwayFolder();
    openDemoFolder(path);
    symlinkSync(outside, join(path, 'link'));
    openDemoFolder(path);
    expect(existsSync(join(path, 'link'))).toBe(false);
    expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('kept');
  });

  it('is not emptied under a demo that runs in it, and is free when that one has ended', async () => {
    const path = throwAwayFolder();
    openDemoFolder(path);
    const [marker = ''] = readdirSync(path);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill('SIGKILL'));
    writeFileSync(join(path, marker), `${other.pid}\n`);
    writeFileSync(join(path, 'crossrate.sqlite'), 'in use');
    expect(() => openDemoFolder(path)).toThrow(/Another demo \(process \d+\) uses/);
    expect(existsSync(join(path, 'crossrate.sqlite'))).toBe(true);
    const ended = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await ended;
    openDemoFolder(path);
    expect(readdirSync(path)).toEqual([marker]);
  });
});
