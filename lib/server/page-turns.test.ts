import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageTurns, type PageTurn } from './page-turns.ts';

const STAYS = new AbortController().signal;

describe('turns of pages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come at most so many in a while, in the order of asking, and nobody waits without need', async () => {
    const { take, told } = open({ turns: 2, perMs: 100, waiting: 10 });
    for (let reader = 0; reader < 5; reader += 1) take(STAYS);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['0 turn', '1 turn']);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual(['0 turn', '1 turn', '2 turn', '3 turn']);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual(['0 turn', '1 turn', '2 turn', '3 turn', '4 turn']);
  });

  it('are refused at once where too many readers wait', async () => {
    const { take, told } = open({ turns: 1, perMs: 100, waiting: 2 });
    for (let reader = 0; reader < 5; reader += 1) take(STAYS);
    await vi.advanceTimersByTimeAsync(0);
    expect(told.toSorted()).toEqual(['0 turn', '3 busy', '4 busy']);
  });

  it('pass over a reader who has gone, and give the place to others', async () => {
    const { take, told } = open({ turns: 1, perMs: 100, waiting: 1 });
    const gone = new AbortController();
    take(STAYS);
    take(gone.signal);
    gone.abort();
    await vi.advanceTimersByTimeAsync(0);
    take(STAYS);
    take(AbortSignal.abort());
    await vi.advanceTimersByTimeAsync(100);
    expect(told.toSorted()).toEqual(['0 turn', '1 gone', '2 turn', '3 gone']);
  });
});

function open(bounds: Parameters<typeof createPageTurns>[0]) {
  const turns = createPageTurns(bounds);
  const told: string[] = [];
  let readers = 0;
  const take = (signal: AbortSignal) => {
    const reader = readers;
    readers += 1;
    void turns.take(signal).then((turn: PageTurn) => told.push(`${reader} ${turn}`));
  };
  return { take, told };
}
