import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDocument } from '#lib/ingest/history/load-document';
import { listSources } from '#lib/sources/registry';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
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

  it('is empty, yet answers, before the first load', async () => {
    const live = createLiveSnapshot(
      [ecb()],
      await storeUpTo('2026-04-13'),
      fixedClock('2026-04-14T08:00:00Z'),
    );
    expect(live.current().sources).toMatchObject([{ id: 'ecb', publications: [] }]);
  });
});

describe('the live snapshot of figures that were stored ahead of their time', () => {
  it('holds no publication before it was public, and each from then on without asking the store', async () => {
    const clock = fixedClock('2026-04-10T08:00:00Z');
    const { store, statements } = countStatements(await storeUpTo('2026-04-13'));
    const live = createLiveSnapshot([ecb()], store, clock);
    await live.load();
    const asked = statements();
    const before = live.current();
    expect(newestDayOf(live)).toBe('2026-04-09');
    for (const time of ['12:10:00.000', '13:59:59.999']) {
      clock.moveTo(new Date(`2026-04-10T${time}Z`));
      expect(newestDayOf(live)).toBe('2026-04-09');
      expect(live.current().version).toBe(before.version);
    }
    clock.moveTo(new Date('2026-04-10T14:00:00Z'));
    expect(newestDayOf(live)).toBe('2026-04-10');
    expect(live.current().version).not.toBe(before.version);
    clock.moveTo(new Date('2026-04-13T14:00:00Z'));
    expect(newestDayOf(live)).toBe('2026-04-13');
    expect(statements()).toBe(asked);
  });

  it('names no figures by a version before they are read: until then the former ones stand as they were', async () => {
    const clock = fixedClock('2026-03-27T08:00:00Z');
    const { store, hold, release } = holdable(await storeUpTo('2026-04-13'));
    const live = createLiveSnapshot([ecb()], store, clock);
    await live.load();
    const seen = new Map<string, Set<string | undefined>>();
    const look = () => {
      const { version } = live.current();
      seen.set(version, (seen.get(version) ?? new Set()).add(newestDayOf(live)));
    };
    look();
    hold();
    clock.moveTo(new Date('2026-04-13T14:00:00Z'));
    look();
    const waiting = live.current();
    expect(newestDayOf(live)).toBe('2026-04-02');
    clock.moveTo(new Date('2026-04-14T15:30:00Z'));
    look();
    expect(live.current()).toBe(waiting);
    release();
    await expect.poll(() => newestDayOf(live)).toBe('2026-04-13');
    look();
    expect([...seen.values()].every((days) => days.size === 1)).toBe(true);
  });

  it('is one for two processes, whenever each of them began to read', async () => {
    const store = await storeUpTo('2026-04-13');
    const clocks = ['2026-03-27T08:00:00Z', '2026-04-07T13:00:00Z'].map(fixedClock);
    const lives = clocks.map((clock) => createLiveSnapshot([ecb()], store, clock));
    for (const live of lives) await live.load();
    for (const hour of Array.from({ length: 24 * 9 }, (_, index) => index)) {
      const now = new Date(Date.parse('2026-04-07T13:00:00Z') + hour * 3_600_000);
      for (const clock of clocks) clock.moveTo(now);
      await expect
        .poll(() => new Set(lives.map((live) => `${live.current().version} ${newestDayOf(live)}`)).size)
        .toBe(1);
    }
  });
});

/** A store that counts what it is asked. */
function countStatements(store: Store): { readonly store: Store; readonly statements: () => number } {
  let statements = 0;
  const counted = <Asked extends readonly unknown[], Found>(read: (...asked: Asked) => Found) => {
    return (...asked: Asked): Found => {
      statements += 1;
      return read(...asked);
    };
  };
  return {
    store: {
      ...store,
      readRevisions: counted(store.readRevisions),
      readNewestPublications: counted(store.readNewestPublications),
      readNextPublications: counted(store.readNextPublications),
    },
    statements: () => statements,
  };
}

/** A store that can be made to keep whoever asks it for publications waiting. */
function holdable(store: Store): {
  readonly store: Store;
  readonly hold: () => void;
  readonly release: () => void;
} {
  let gate = Promise.resolve();
  let release = () => {};
  return {
    store: {
      ...store,
      readNextPublications: async (...asked) => {
        await gate;
        return store.readNextPublications(...asked);
      },
    },
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      release = held.resolve;
    },
    release: () => release(),
  };
}

/** A database with the sample's rows up to a day, for the running test. */

async function storeUpTo(day: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
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
