import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/domain/durations';
import type { NewStatusNote } from '#lib/store/health/status-notes';
import { TEST_NOW } from '#lib/testing/builders/builders';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';

const nowMs = TEST_NOW.getTime();

const NOTE: NewStatusNote = { text: 'A note’s text.', affects: [], writtenAtMs: nowMs, planned: null };

const MAINTENANCE: NewStatusNote = {
  text: 'We move; rates go on.',
  affects: ['ecb', 'pages'],
  writtenAtMs: nowMs,
  planned: { fromMs: nowMs + HOUR_MS, untilMs: nowMs + 2 * HOUR_MS },
};

/** What the operator says on the status page. */
export function describeStatusNotes(open: OpenEmptyStore): void {
  describe('a note on the status page', () => {
    it('is read as it was written, by another process too, the newest first', async () => {
      const opened = await open();
      const first = await opened.store.write.addStatusNote(NOTE);
      const second = await opened.store.write.addStatusNote(MAINTENANCE);
      const other = await opened.reopen();
      expect(await other.readStatusNotes({ limit: 10 })).toEqual([
        { ...MAINTENANCE, id: second, endedAtMs: null },
        { ...NOTE, id: first, endedAtMs: null },
      ]);
      expect(await other.readStatusNotes({ limit: 1 })).toHaveLength(1);
    });

    it('counts until it is ended, maintenance until its time is over', async () => {
      const { store } = await open();
      const note = await store.write.addStatusNote(NOTE);
      const maintenance = await store.write.addStatusNote(MAINTENANCE);
      const countingFrom = async (sinceMs: number) =>
        (await store.readStatusNotes({ sinceMs, limit: 10 })).map(({ id }) => id);
      expect(await countingFrom(nowMs)).toEqual([maintenance, note]);
      expect(await countingFrom(nowMs + 2 * HOUR_MS + 1)).toEqual([note]);
      expect(await store.write.endStatusNote({ id: note, atMs: nowMs + HOUR_MS })).toBe('ended');
      expect(await countingFrom(nowMs + HOUR_MS)).toEqual([maintenance, note]);
      expect(await countingFrom(nowMs + HOUR_MS + 1)).toEqual([maintenance]);
    });

    it('is ended once', async () => {
      const { store } = await open();
      const id = await store.write.addStatusNote(NOTE);
      expect(await store.write.endStatusNote({ id, atMs: nowMs + 5 })).toBe('ended');
      expect(await store.write.endStatusNote({ id, atMs: nowMs + 9 })).toBe('over');
      expect(await store.readStatusNotes({ limit: 10 })).toMatchObject([{ endedAtMs: nowMs + 5 }]);
      expect(await store.write.endStatusNote({ id: id + 1, atMs: nowMs })).toBe('unknown');
    });

    it('about maintenance is over by itself', async () => {
      const { store } = await open();
      const id = await store.write.addStatusNote(MAINTENANCE);
      expect(await store.write.endStatusNote({ id, atMs: nowMs + 2 * HOUR_MS })).toBe('over');
    });
  });
}
