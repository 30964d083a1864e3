import { describe, expect, it } from 'vitest';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

describe('npm run receipts', () => {
  it('rotate makes a key that signs from now on, and list shows it before the former ones', async () => {
    const variables = { DATA_DIR: throwAwayFolder() };
    await makeKeyIn(variables);
    const receipts = (verb: string) => runScript(['lib/cli/receipts.ts', verb], variables);
    expect(await receipts('list')).toMatchObject({
      code: 0,
      stdout: 'There is no key yet; the first receipt makes one.\n',
    });
    expect((await receipts('rotate')).stdout).toMatch(/^1 {2}[\w-]{43} {2}signs, since \S+Z\n$/);
    const rotated = await receipts('rotate');
    expect(rotated.stderr).toBe('');
    expect(rotated.stdout).toMatch(
      /^2 {2}[\w-]{43} {2}signs, since \S+Z\n1 {2}[\w-]{43} {2}former, since \S+Z\n$/,
    );
    expect((await receipts('list')).stdout).toBe(rotated.stdout);
    expect((await receipts('rotate')).stdout).toContain(rotated.stdout.replace('signs', 'former'));
  });
});
