import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#lib/domain/durations';
import { boardOf, sourceOf } from '#lib/testing/worlds/polled-board';
import { openPolledWorld } from '#lib/testing/worlds/polled-world';

describe('the markets on days on which they are closed', () => {
  const MARKETS = ['web-finance', 'charting-platform', 'web-search'] as const;

  it.each([
    ['a Saturday', '2026-11-21T12:00:00Z', '2026-11-20T22:00:00.000Z', '2026-11-22T22:00:00.000Z'],
    [
      'a Sunday before the opening',
      '2026-11-22T21:00:00Z',
      '2026-11-20T22:00:00.000Z',
      '2026-11-22T22:00:00.000Z',
    ],
    ['25 December', '2025-12-25T12:00:00Z', '2025-12-24T22:00:00.000Z', '2025-12-25T22:00:00.000Z'],
    ['1 January', '2027-01-01T12:00:00Z', '2026-12-31T22:00:00.000Z', '2027-01-03T22:00:00.000Z'],
  ])('are closed and operational, also on a first start, on %s', async (_name, start, closedAt, nextAt) => {
    const world = await openPolledWorld(start);
    onTestFinished(world.close);
    for (const id of MARKETS) await world.poll(id);
    for (const minutes of [15, 10, 5, 1]) {
      world.clock.moveTo(new Date(Date.parse(nextAt) - minutes * MINUTE_MS));
      for (const id of MARKETS) await world.poll(id);
    }
    const board = await boardOf(world);
    for (const id of MARKETS) {
      expect(sourceOf(board, id)).toMatchObject({
        status: 'operational',
        cause: null,
        reason: null,
        closedAt,
        nextAt,
      });
    }
    // A machine that is busy may be slow.
    expect(board.incidents.filter(({ cause }) => cause !== 'slow')).toEqual([]);
  });
});
