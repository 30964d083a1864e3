import { describe, expect, it } from 'vitest';
import { noteChangeMs, noteStateAt, noteTitle, type StatusNote } from './status-note.ts';

const NOTE: StatusNote = {
  id: 1,
  text: 'We move to another host.',
  affects: [],
  writtenAtMs: 100,
  planned: null,
  endedAtMs: null,
};
const MAINTENANCE: StatusNote = { ...NOTE, planned: { fromMs: 200, untilMs: 300 } };

describe('a note of the operator', () => {
  it('counts from when it is written until it is ended', () => {
    expect([noteStateAt(NOTE, 100), noteChangeMs(NOTE, 5000)]).toEqual(['now', 100]);
    const ended = { ...NOTE, endedAtMs: 150 };
    expect([noteStateAt(ended, 149), noteStateAt(ended, 150)]).toEqual(['now', 'over']);
    expect([noteChangeMs(ended, 149), noteChangeMs(ended, 150)]).toEqual([100, 150]);
  });
});

describe('planned maintenance', () => {
  it('is ahead, then under way, then over, each from its instant on', () => {
    expect([199, 200, 299, 300].map((atMs) => noteStateAt(MAINTENANCE, atMs))).toEqual([
      'planned',
      'now',
      'now',
      'over',
    ]);
    expect([199, 200, 300].map((atMs) => noteChangeMs(MAINTENANCE, atMs))).toEqual([100, 200, 300]);
  });

  it('is over earlier when it is ended, but not later', () => {
    expect(noteStateAt({ ...MAINTENANCE, endedAtMs: 250 }, 250)).toBe('over');
    expect(noteStateAt({ ...MAINTENANCE, endedAtMs: 150 }, 200)).toBe('over');
    expect(noteChangeMs({ ...MAINTENANCE, endedAtMs: 400 }, 500)).toBe(300);
  });

  it('that had begun when it was written down changed then', () => {
    expect(noteChangeMs({ ...MAINTENANCE, writtenAtMs: 250 }, 260)).toBe(250);
  });

  it('that is ended before it begins was called off', () => {
    const over = { state: 'over', planned: { from: '2026-11-28T22:00:00.000Z' } } as const;
    expect(noteTitle({ ...over, endedAt: '2026-11-28T20:00:00.000Z' })).toBe('Maintenance called off');
    expect(noteTitle({ ...over, endedAt: '2026-11-28T22:30:00.000Z' })).toBe('Maintenance is over');
    expect(noteTitle({ ...over, endedAt: null })).toBe('Maintenance is over');
  });
});
