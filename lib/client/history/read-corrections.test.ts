import { describe, expect, it } from 'vitest';
import { readCorrections } from './read-corrections.ts';

describe('readCorrections', () => {
  it('follows the link to the later ones until there are none, and keeps their order', async () => {
    const paths: string[] = [];
    const next = '/v1/revisions?source=ecb&since=2026-04-09T12:10:00.000Z&limit=1000&skip=1';
    const found = await readCorrections((path) => {
      paths.push(path);
      const isFirst = paths.length === 1;
      return Promise.resolve(
        Response.json(
          { source: 'ecb', count: 1, revisions: [{ day: isFirst ? '2026-04-08' : '2026-04-09' }] },
          isFirst ? { headers: { Link: `<${next}>; rel="next"` } } : {},
        ),
      );
    }, 'ecb');
    expect(found.answer.ok && found.answer.value.map(({ day }) => day)).toEqual(['2026-04-08', '2026-04-09']);
    expect(paths).toEqual(['/v1/revisions?source=ecb&limit=1000', next]);
  });

  it('follows no link that leads elsewhere', async () => {
    let asked = 0;
    await readCorrections(() => {
      asked += 1;
      return Promise.resolve(
        Response.json(
          { source: 'ecb', count: 0, revisions: [] },
          { headers: { Link: '<https://example.org/v1/revisions?x=1>; rel="next"' } },
        ),
      );
    }, 'ecb');
    expect(asked).toBe(1);
  });
});
