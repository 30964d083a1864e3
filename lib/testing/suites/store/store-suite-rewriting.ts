import { expect, it } from 'vitest';
import { aFixingBatch, instantMs, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { hourMs, manyDays, seenAt, signLogHead } from '#lib/testing/worlds/signed-log';

const DAY = instantMs('2026-04-13');

/** What another program may do to the database, and how it is told. */
const REWRITINGS: readonly (readonly [string, readonly string[], string])[] = [
  [
    'a figure that was rewritten',
    [`update obs_day set rate = 1.5 where ts = ${DAY}`],
    'Entry 600 of the log says 1.2 for ecb EUR/USD of 2026-04-13, and 1.5 is stored.',
  ],
  [
    'a figure that was removed',
    [`delete from obs_day where ts = ${DAY}`],
    'Entry 600 of the log says 1.2 for ecb EUR/USD of 2026-04-13, and no figure is stored.',
  ],
  [
    'a figure that was added',
    [
      `insert into obs_day (series_id, ts, rate, body_id) select series_id, ts + 1, 1.5, body_id from obs_day where ts = ${DAY}`,
    ],
    'The log has no entry for ecb EUR/USD of 2026-04-13, and 1.5 is stored.',
  ],
  [
    'a document that was changed',
    [`update body set sha256 = 'another' where fetched_at = ${hourMs(1)}`],
    'Entry 600 of the log says 1.2 for ecb EUR/USD of 2026-04-13, and the same from another document is stored.',
  ],
  [
    'hashes that were changed',
    [
      'update log_tile set hashes = (select o.hashes from log_tile o where o.level = 0 and o.tile = 0) where level = 0 and tile = 1',
    ],
    'Entry 256 of the log is not what was hashed.',
  ],
  [
    'entries that were cut off with their hashes',
    ['delete from log_bundle where bundle = 2', 'delete from log_tile where tile = 2'],
    'Entry 512 of the log is missing: a checkpoint of 601 entries was signed.',
  ],
  [
    'hashes of full tiles that were changed',
    [
      'update log_tile set hashes = (select o.hashes from log_tile o where o.level = 0 and o.tile = 2) where level = 1',
    ],
    'The tile 0/0 of the log is not what was hashed.',
  ],
  [
    'a head of another tree',
    ["update log_head set root = 'another'"],
    'The first 601 entries of the log are not those that were signed.',
  ],
];

/** Whatever of figures or log is rewritten is found by comparing them. */
export function describeRewriting(open: OpenEmptyStore): void {
  it.each(REWRITINGS)('tells of %s', async (_what, statements, difference) => {
    const { store, rewrite } = await open();
    await storeFixings(store, manyDays(600));
    await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } }, seenAt(1)));
    await signLogHead(store, 1);
    expect(await store.readLogComparison()).toMatchObject({ difference: null });
    for (const statement of statements) await rewrite(statement);
    expect((await store.readLogComparison()).difference).toBe(difference);
  });

  it('counts a replaced figure that was rewritten', async () => {
    const { store, rewrite } = await open();
    for (const rate of [1.1, 1.2, 1.3]) {
      await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } }, seenAt(rate)));
    }
    expect(await store.readLogComparison()).toMatchObject({ replacedOtherwise: 0 });
    await rewrite('update obs_revision set rate = 1.15 where rate = 1.1');
    expect(await store.readLogComparison()).toMatchObject({ difference: null, replacedOtherwise: 1 });
  });
}
