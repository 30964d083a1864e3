import { describe, expect, it } from 'vitest';
import { incidentsAddress, otherMonth, readIncidentsAddress } from './incidents-address.ts';

const read = (query: string) => readIncidentsAddress(`/status/history${query}`, '2026-11', ['ecb', 'boe']);

describe('the address of the history of incidents', () => {
  it('names a month and a source, and without them is this month of all', () => {
    expect(read('?month=2026-04&source=ecb')).toEqual({
      view: { month: '2026-04', source: 'ecb' },
      ignored: [],
    });
    expect(read('')).toEqual({ view: { month: '2026-11', source: null }, ignored: [] });
  });

  it('is restored from any view', () => {
    for (const view of [
      { month: '2026-11', source: null },
      { month: '2026-11', source: 'boe' },
      { month: '2025-12', source: 'ecb' },
    ]) {
      const address = incidentsAddress(view, '2026-11');
      expect(readIncidentsAddress(address, '2026-11', ['ecb', 'boe']).view).toEqual(view);
    }
    expect(incidentsAddress({ month: '2026-11', source: null }, '2026-11')).toBe('/status/history');
  });

  it('with nonsense shows the nearest sensible view and says what was ignored', () => {
    const said = (query: string) => read(query).ignored.map(({ wrong }) => wrong);
    expect(said('?month=2026-13')).toEqual(['“2026-13” is not a month.']);
    expect(said('?month=2026-12')).toEqual(['“2026-12” has not begun.']);
    expect(said('?month=1066-10')).toEqual(['“1066-10” is not a month.']);
    expect(said('?source=fed')).toEqual(['“fed” is not enabled here.']);
    expect(said('?source=nobody&month=x')).toEqual(['“x” is not a month.', '“nobody” is not a source.']);
    expect(said(`?month=${'9'.repeat(40)}`)).toEqual([`“${'9'.repeat(24)}…” is not a month.`]);
    expect(read('?month=x&source=y').view).toEqual({ month: '2026-11', source: null });
  });

  it('turns the year with the month', () => {
    expect([otherMonth('2026-01', -1), otherMonth('2026-12', 1), otherMonth('2026-06', -18)]).toEqual([
      '2025-12',
      '2027-01',
      '2024-12',
    ]);
  });
});
