import { describe, expect, it } from 'vitest';
import { createTurns, type TurnPlace, TURNS_WAITING_PER_THREAD } from './turns.ts';

describe('turns', () => {
  it.each([1, 2])(
    'are %i at once, a bounded number waits in order, and the rest is refused at once',
    async (threads) => {
      const waitingMax = threads * TURNS_WAITING_PER_THREAD;
      const { turn, open, begun } = heldTurns(threads);
      let running = 0;
      let runningMax = 0;
      const turns = Array.from({ length: threads + waitingMax + 5 }, (_, index) =>
        turn(stranger(`network ${index}`), String(index), async (wait) => {
          running += 1;
          runningMax = Math.max(runningMax, running);
          await wait;
          running -= 1;
        }),
      );
      const refused = await Promise.all(turns.slice(-5));
      expect(refused).toEqual(refused.map(() => ({ ok: false, error: { retryAfterSeconds: 5 } })));
      expect(begun).toEqual(['0', '1'].slice(0, threads));
      open();
      const done = await Promise.all(turns.slice(0, -5));
      expect(done.map((outcome) => (outcome.ok ? outcome.value : null))).toEqual(begun);
      expect({ runningMax, ran: begun.length }).toEqual({ runningMax: threads, ran: threads + waitingMax });
      expect((await turn(stranger('later'), 'free again')).ok).toBe(true);
    },
  );

  it('go on after work that failed', async () => {
    const turns = createTurns(1);
    const failing = () =>
      turns(stranger('a'), async () => {
        throw new Error('on purpose');
      });
    const outcomes = await Promise.allSettled([failing(), failing(), failing(), failing()]);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await turns(stranger('a'), async () => 1)).toEqual({ ok: true, value: 1 });
  });

  it('of strangers, however many wait, leave every second one to those with proof', async () => {
    const { turn, open, begun } = heldTurns(1);
    const crowd = Array.from({ length: 100 }, (_, index) =>
      turn(stranger(`network ${index}`), `stranger ${index}`),
    );
    const known = ['ada', 'bea'].map((name) => turn({ lane: 'proven', name }, name));
    open();
    const outcomes = await Promise.all([...known, ...crowd]);
    expect(outcomes.slice(0, 2)).toEqual(['ada', 'bea'].map((name) => ({ ok: true, value: name })));
    expect(begun.slice(0, 5)).toEqual(['stranger 0', 'ada', 'stranger 1', 'bea', 'stranger 2']);
  });

  it('go round by name: a full queue of one name makes room for another', async () => {
    const { turn, open, begun } = heldTurns(1);
    const flood = Array.from({ length: 50 }, (_, index) => turn(stranger('flood'), `flood ${index}`));
    const others = ['a', 'b'].map((name) => turn(stranger(name), name));
    open();
    const outcomes = await Promise.all([...others, ...flood]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1 + TURNS_WAITING_PER_THREAD);
    expect(begun.slice(0, 5)).toEqual(['flood 0', 'flood 1', 'a', 'b', 'flood 2']);
  });
});

function stranger(name: string): TurnPlace {
  return { lane: 'stranger', name };
}

/** Turns whose work ends once `open` was called; `begun` tells whose work has begun. */
function heldTurns(atOnce: number) {
  const turns = createTurns(atOnce);
  const begun: string[] = [];
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const turn = (place: TurnPlace, label: string, work = (wait: Promise<void>) => wait) =>
    turns(place, async () => {
      begun.push(label);
      await work(gate);
      return label;
    });
  return { turn, open: () => open(), begun };
}
