import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/domain/durations';
import { openStatusBench, STATUS_START } from '#lib/testing/worlds/status-bench';
import { readIncidentMonth } from './incident-history.ts';

const startMs = STATUS_START.getTime();
const NOTE = { text: 'A note.', affects: [], writtenAtMs: startMs - HOUR_MS, planned: null };

describe('the operator’s notes', () => {
  it('stand on the board while they count: what is so now, then what is planned, the next first', async () => {
    const { service } = await openStatusBench();
    const { write } = service.store;
    const inHours = (from: number) => ({
      fromMs: startMs + from * HOUR_MS,
      untilMs: startMs + (from + 1) * HOUR_MS,
    });
    await write.addStatusNote({ ...NOTE, text: 'now' });
    await write.addStatusNote({ ...NOTE, text: 'tomorrow', planned: inHours(24) });
    await write.addStatusNote({ ...NOTE, text: 'tonight', planned: inHours(9) });
    await write.addStatusNote({ ...NOTE, text: 'over', planned: inHours(-2) });
    const { notes } = await service.statusBoard();
    expect(notes.map(({ text, state }) => [text, state])).toEqual([
      ['now', 'now'],
      ['tonight', 'planned'],
      ['tomorrow', 'planned'],
    ]);
  });

  it('stand in each month that they touch, of their sources and of the whole service', async () => {
    const { service } = await openStatusBench();
    const { write } = service.store;
    const march = { fromMs: Date.parse('2026-03-31T22:00Z'), untilMs: Date.parse('2026-04-01T02:00Z') };
    await write.addStatusNote({
      ...NOTE,
      text: 'ecb',
      affects: ['ecb'],
      planned: march,
      writtenAtMs: march.fromMs,
    });
    await write.addStatusNote({ ...NOTE, text: 'whole' });
    await write.addStatusNote({
      ...NOTE,
      text: 'ahead',
      planned: { fromMs: startMs + 1e9, untilMs: startMs + 2e9 },
    });
    const off = await write.addStatusNote({
      ...NOTE,
      text: 'called off',
      planned: { fromMs: startMs + 5e9, untilMs: startMs + 6e9 },
    });
    await write.endStatusNote({ id: off, atMs: startMs });
    const textsOf = async (month: string, source: string | null) => {
      const asked = { month, source, sources: ['ecb', 'fixed'], now: STATUS_START };
      return (await readIncidentMonth(service.store, asked)).notes.map(({ text }) => text);
    };
    expect(await textsOf('2026-03', null)).toEqual(['ecb']);
    expect(await textsOf('2026-04', null)).toEqual(['called off', 'whole', 'ecb']);
    expect(await textsOf('2026-04', 'fixed')).toEqual(['called off', 'whole']);
    expect(await textsOf('2026-05', null)).toEqual(['whole']);
  });
});
