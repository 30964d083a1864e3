import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueueBounds, type QueuePlace } from './fair-queue.ts';

const BOUNDS: FairQueueBounds = { lineMax: 4, waitingMax: 6, linesMax: 3, nowMs: () => 0 };

const key = (line: string): QueuePlace => ({ lane: 'keys', line });
const address = (line: string): QueuePlace => ({ lane: 'addresses', line });

/** A queue whose work is done when the test says so, in the order in which it was begun. */
function aQueue(bounds: Partial<FairQueueBounds> = {}) {
  const queue = createFairQueue({ ...BOUNDS, ...bounds });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (place: QueuePlace, name: string, signal?: AbortSignal) =>
    queue.add(
      place,
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.push(() => resolve(name));
        }),
      signal,
    );
  /** Ends what was begun until nothing waits. */
  const workOff = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { queue, begun, add, workOff };
}

describe('a fair queue', () => {
  it('gives each line one turn a round, however much another has brought before', async () => {
    const { add, begun, workOff } = aQueue();
    const turns = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => add(key(name.slice(0, 1)), name));
    await workOff();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(await Promise.all(turns)).toEqual(
      ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((value) => ({ kind: 'done', value })),
    );
  });

  it('does one piece of work at a time, and goes on after one that failed', async () => {
    const { queue, add, begun, workOff } = aQueue();
    const failed = queue.add(key('a'), () => Promise.reject(new Error('no')));
    const done = add(key('b'), 'b1');
    await expect(failed).rejects.toThrow('no');
    await workOff();
    expect(begun).toEqual(['b1']);
    expect(await done).toEqual({ kind: 'done', value: 'b1' });
  });

  it('never begins what was left before its turn, and gives its place to others', async () => {
    const { queue, add, begun, workOff } = aQueue({ lineMax: 1 });
    const hungUp = new AbortController();
    const turns = [add(key('a'), 'a1'), add(key('a'), 'a2', hungUp.signal)];
    expect(queue.refusal(key('a'))).toMatchObject({ full: 'line' });
    hungUp.abort();
    expect(queue.refusal(key('a'))).toBeNull();
    turns.push(add(key('a'), 'a3', AbortSignal.abort()));
    await workOff();
    expect(begun).toEqual(['a1']);
    expect(await Promise.all(turns)).toEqual([
      { kind: 'done', value: 'a1' },
      { kind: 'left' },
      { kind: 'left' },
    ]);
  });

  it('refuses a line that is full, and others only what is more than their first', () => {
    const { queue, add } = aQueue();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) void add(key(name.slice(0, 1)), name);
    expect(['a', 'b', 'c'].map((line) => queue.refusal(key(line))?.full)).toEqual(['line', 'all', undefined]);
    void add(key('c'), 'c1');
    expect(queue.refusal(key('d'))?.full).toBe('all');
  });

  it('says when a place is free again, by what work took so far', async () => {
    let nowMs = 0;
    const { queue } = aQueue({ lineMax: 1, nowMs: () => nowMs });
    for (let n = 0; n < 100; n += 1) await queue.add(key('a'), async () => void (nowMs += 2000));
    for (const line of ['a', 'b', 'c', 'a']) void queue.add(key(line), () => new Promise(() => {}));
    expect(queue.refusal(key('a'))).toEqual({ full: 'line', retryAfterSeconds: 6 });
  });
});

describe('the lanes of a fair queue', () => {
  it('have one turn after the other, however many lines wait in one of them', async () => {
    const { add, begun, workOff } = aQueue();
    for (const name of ['a1', 'b1', 'c1']) void add(address(name), name);
    void add(key('k'), 'k1');
    void add(key('k'), 'k2');
    await workOff();
    expect(begun).toEqual(['a1', 'k1', 'b1', 'k2', 'c1']);
  });

  it('stay open while another is full, whose wait is longer by their turns', async () => {
    let nowMs = 0;
    const { queue, add } = aQueue({ nowMs: () => nowMs });
    for (let n = 0; n < 100; n += 1) await queue.add(key('a'), async () => void (nowMs += 2000));
    await new Promise(setImmediate);
    for (const name of ['a', 'b', 'c', 'd']) void add(address(name), name);
    expect(queue.refusal(key('k'))).toBeNull();
    expect(queue.refusal(address('e'))).toEqual({ full: 'all', retryAfterSeconds: 6 });
    for (const name of ['k1', 'k2']) void add(key('k'), name);
    expect(queue.refusal(address('e'))).toEqual({ full: 'all', retryAfterSeconds: 10 });
  });
});
