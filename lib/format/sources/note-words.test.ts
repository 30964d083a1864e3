import { describe, expect, it } from 'vitest';
import type { BoardNote } from '#lib/contract/status-page';
import { noteSubject, noteTime, noteWhen, ownTime } from './note-words.ts';

const NOTE: BoardNote = {
  id: 'note-1',
  text: 'We move to another host.',
  affects: [],
  state: 'now',
  writtenAt: '2026-11-28T20:04:00.000Z',
  planned: null,
  endedAt: null,
  updatedAt: '2026-11-28T20:04:00.000Z',
};
const NIGHT = { from: '2026-11-28T22:00:00.000Z', until: '2026-11-29T01:00:00.000Z' };
const MAINTENANCE: BoardNote = { ...NOTE, state: 'planned', planned: NIGHT };

describe('a note in words', () => {
  it('says when it was written and how long ago', () => {
    expect(noteTime(NOTE)).toBe('28 Nov, 20:04 UTC');
    expect(noteWhen(NOTE, new Date('2026-11-28T20:07:00Z'))).toBe('3 min ago');
    const ended = { ...NOTE, state: 'over', endedAt: '2026-11-28T21:00:00.000Z' } as const;
    expect(noteWhen(ended, new Date('2026-11-30T00:00:00Z'))).toBe('ended 28 Nov, 21:00 UTC');
  });

  it('names what it is about', () => {
    expect(noteSubject(NOTE)).toBe('The whole service');
    expect(noteSubject({ ...NOTE, affects: ['ecb', 'pages'] })).toBe(
      'The European Central Bank and page rendering',
    );
  });
});

describe('planned maintenance in words', () => {
  it('says when it is, how far off, and how long it goes on', () => {
    expect(noteTime(MAINTENANCE)).toBe('28 Nov, 22:00 to 29 Nov, 01:00 UTC');
    const short = { ...NIGHT, until: '2026-11-28T23:30:00.000Z' };
    expect(noteTime({ ...MAINTENANCE, planned: short })).toBe('28 Nov, 22:00 to 23:30 UTC');
    expect(noteWhen(MAINTENANCE, new Date('2026-11-28T19:50:00Z'))).toBe('begins in 2 h 10 min');
    expect(noteWhen({ ...MAINTENANCE, state: 'now' }, new Date('2026-11-29T00:20:00Z'))).toBe(
      'ends in 40 min',
    );
    expect(noteWhen({ ...MAINTENANCE, state: 'over' }, new Date('2026-11-30T00:00:00Z'))).toBeNull();
  });

  it('has the time by the reader’s clock too, where that is another', () => {
    expect(ownTime(MAINTENANCE, () => 0)).toBeNull();
    expect(ownTime(NOTE, () => -60)).toBeNull();
    expect(ownTime(MAINTENANCE, () => -330)).toBe('29 Nov, 03:30 to 06:30 your time');
    expect(ownTime(MAINTENANCE, () => 300)).toBe('28 Nov, 17:00 to 20:00 your time');
  });
});
