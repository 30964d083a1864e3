import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openMasterSecret, SECRET_FILE } from './master-secret.ts';

describe('the master secret', () => {
  it('is made once, whole, for its owner only, and nothing is left beside it', () => {
    const dataDir = throwAwayFolder();
    const first = openMasterSecret(dataDir, undefined)('accounts');
    expect(openMasterSecret(dataDir, undefined)('accounts')).toEqual(first);
    expect(readdirSync(dataDir)).toEqual([SECRET_FILE]);
    expect(readFileSync(join(dataDir, SECRET_FILE), 'utf8')).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(dataDir, SECRET_FILE)).mode & 0o777).toBe(0o600);
  });

  it('is another one for every purpose', () => {
    const secretOf = openMasterSecret(throwAwayFolder(), undefined);
    const secrets = [secretOf('accounts'), secretOf('browser-key'), secretOf('known-browser')];
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(3);
  });

  it.each(['', '\n', 'only-a-part'])('is refused where its file holds no more than %j', (text) => {
    const dataDir = throwAwayFolder();
    const path = join(dataDir, SECRET_FILE);
    writeFileSync(path, text);
    expect(() => openMasterSecret(dataDir, undefined)).toThrow(
      `The master secret in ${path} is cut short; put the file back from a backup, or remove it`,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
