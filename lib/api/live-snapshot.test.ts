import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDocument } from '#lib/ingest/load-document';
import { listSources } from '#lib/sources/registry';
import { ecb } from '#lib/sources/ecb/ecb';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { ecbSample } from '#lib/testing/ecb-sample';
import { fixedClock } from '#lib/testing/fixed-clock';
import { PROJECT_ROOT } from '#lib/testing/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { createLiveSnapshot, type LiveSnapshot } from './live-snapshot.ts';

describe('the live snapshot', () => {
  it('turns by the clock alone, exactly when an age or the UTC day turns, and not before', async () => {
    const clock = fixedClock('2026-04-14T08:00:00Z');
    const live = createLiveSnapshot([ecb()], await storeUpTo('2026-04-13'), clock);
    await live.load();
    const seen = [live.current().version];
    for (const turn of ['2026-04-14T15:30:00Z', '2026-04-15T00:00:00Z', '2026-04-15T15:30:00Z']) {
      clock.moveTo(new Date(Date.parse(turn) - 1));
      expect(live.current().version).toBe(seen.at(-1));
      clock.moveTo(new Date(turn));
      seen.push(live.current().version);
    }
    expect(new Set(seen).size).toBe(4);
    expect(newestAgeOf(live)).toBe('stale');
  });

  it('is one object while nothing turns, so that a request costs no building', async () => {
    const clock = fixedClock('2026-04-14T08:00:00Z');
    const live = createLiveSnapshot([ecb()], await storeUpTo('2026-04-13'), clock);
    await live.load();
    const first = live.current();
    clock.moveTo(new Date('2026-04-14T15:29:59.999Z'));
    expect(live.current()).toBe(first);
  });

  it('holds a commit from the next load on, with its revision, and none of it before', async () => {
    const store = await storeUpTo('2026-04-10');
    const live = createLiveSnapshot([ecb()], store, fixedClock('2026-04-13T15:00:00Z'));
    await live.load();
    const before = live.current();
    await load(store, '2026-04-13');
    expect(live.current()).toBe(before);
    await live.load();
    const after = live.current();
    expect(after.sources[0]?.publications[0]?.observedOn).toBe('2026-04-13');
    expect(after.revision).toBe((await store.readRevisions()).rates);
    expect(after.version).not.toBe(before.version);
  });

  it('holds no publication before its own instant, and each from then on, when the clock is set back', async () => {
    const clock = fixedClock('2026-04-10T08:00:00Z');
    const live = createLiveSnapshot([ecb()], await storeUpTo('2026-04-13'), clock);
    await live.load();
    const before = live.current();
    expect(newestDayOf(live)).toBe('2026-04-09');
    expect(before.validUntil).toEqual(new Date('2026-04-10T12:10:00Z'));
    clock.moveTo(new Date('2026-04-10T12:10:00Z'));
    await expect.poll(() => newestDayOf(live)).toBe('2026-04-10');
    expect(live.current().version).not.toBe(before.version);
    expect(live.current().validUntil.getTime()).toBeGreaterThan(clock.service().getTime());
  });

  it('is empty, yet answers, before the first load', async () => {
    const live = createLiveSnapshot(
      [ecb()],
      await storeUpTo('2026-04-13'),
      fixedClock('2026-04-14T08:00:00Z'),
    );
    expect(live.current().sources).toMatchObject([{ id: 'ecb', publications: [] }]);
  });
});

/** A database with the sample's rows up to a day, for the running test. */
async function storeUpTo(day: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  await load(store, day);
  return store;
}

async function load(store: Store, upTo: string): Promise<void> {
  const now = new Date('2026-04-14T08:00:00Z');
  const document = { url: 'file:test', body: ecbSample(upTo), fetchedAt: now };
  const loaded = await loadDocument(
    { source: ecb(), listed: listSources('kraken'), store, now, origin: 'import' },
    document,
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
}

function newestAgeOf(live: LiveSnapshot): string | undefined {
  return live.current().sources[0]?.publications[0]?.age;
}

function newestDayOf(live: LiveSnapshot): string | undefined {
  return live.current().sources[0]?.publications[0]?.observedOn;
}
