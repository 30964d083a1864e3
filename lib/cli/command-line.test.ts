import { expect, it } from 'vitest';
import { openSqliteStore } from '#lib/store/open-store';
import { PROJECT_ROOT, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

it('a command whose output nobody reads any more does its work and ends as it would', async () => {
  const dataDir = throwAwayFolder();
  await (await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here')).close();
  const command = startScript(['lib/cli/keys.ts', 'list'], { DATA_DIR: dataDir });
  command.stopReading();
  expect(await command.ended).toMatchObject({ code: 0, signal: null });
});
