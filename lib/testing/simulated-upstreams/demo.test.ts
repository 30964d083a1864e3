import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const DEMO = ['lib/cli/demo.ts'];

describe('npm run demo', () => {
  it('serves with every publisher simulated, says so, and tells how a publisher is made to fail', async () => {
    const folder = throwAwayFolder();
    const demo = startScript(DEMO, { DATA_DIR: folder, PORT: '0', CLOCK: '2026-11-17T15:30:00Z' });
    const [, control = ''] = await demo.waitForOutput(/curl (http:\/\/127\.0\.0\.1:\d+)\/faults$/m);
    const [, address = ''] = await demo.waitForOutput(/listens on (http:\/\/localhost:\d+)/);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${control}/faults`)).json()).toMatchObject({
      faults: { ecb: null, boe: null },
    });
    demo.kill('SIGTERM');
    const { code, stdout } = await demo.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/every publisher is simulated .* all figures are made up/);
    expect(stdout).toContain(`They are kept in ${folder}`);
    expect(existsSync(join(folder, 'crossrate.sqlite'))).toBe(true);
  });

  it('refuses a database of the user and a folder with anything else in it, which stays as it is', async () => {
    const folder = throwAwayFolder();
    writeFileSync(join(folder, 'crossrate.sqlite'), 'real figures');
    const other = throwAwayFolder();
    const [database, foreign] = await Promise.all([
      runScript(DEMO, { DATA_DIR: other, DATABASE_URL: 'postgres://user:secret@localhost:5432/rates' }),
      runScript(DEMO, { DATA_DIR: folder }),
    ]);
    expect([database.code, foreign.code]).toEqual([1, 1]);
    expect(database.stderr).toMatch(/unset DATABASE_URL\.\n$/);
    expect(database.stderr).not.toContain('secret');
    expect(foreign.stderr).toMatch(/holds something else than a demo/);
    expect([readdirSync(folder), readdirSync(other)]).toEqual([['crossrate.sqlite'], []]);
  });
});
