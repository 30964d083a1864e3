import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '#lib/store/open-store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { alter } from '#lib/testing/databases/damaged-databases';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { startOwnService } from '#lib/testing/worlds/own-service';
import { makeKey } from '#lib/testing/worlds/own-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';

const dispatch = await openExportedDispatch();

it.each(['source=ecb', ''])(
  'a source whose every figure is damaged is 503 for its history as for its rate, not an empty one: %s',
  async (source) => {
    const dataDir = throwAwayFolder();
    const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
    await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } }));
    const key = await makeKey(store);
    await store.close();
    alter(dataDir, 'update obs_day set rate = 1e13');
    const service = await startOwnService({
      DATA_DIR: dataDir,
      CLOCK: '2026-04-14T08:00:00Z',
      LOG_LEVEL: 'silent',
      SOURCES: 'ecb',
      ROLE: 'web',
    });
    onTestFinished(() => service.close());
    const statusOf = async (path: string) => {
      const url = new URL(`/v1/${path}?from=EUR&to=USD&${source}`, 'http://localhost');
      const response = await dispatch(service, new Request(url, { headers: { 'X-API-Key': key } }));
      return response.status;
    };
    expect(await statusOf('rates/pair')).toBe(503);
    expect(await statusOf('historical')).toBe(503);
  },
);
