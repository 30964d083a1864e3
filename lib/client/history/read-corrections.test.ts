import { describe, expect, it } from 'vitest';
import { readCorrections } from './history-client.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

describe('readCorrections', () => {
  it('follows the link to the later ones until there are none, and keeps their order', async () => {
    const paths: string[] = [];
    const next =
      '/v1/revisions?source=ecb&base=EUR&quote=USD&since=2026-04-09T12:10:00.000Z&limit=1000&skip=1';
    const found = await readCorrections(
      (path) => {
        paths.push(path);
        const isFirst = paths.length === 1;
        return Promise.resolve(
          Response.json(
            { source: 'ecb', count: 1, revisions: [{ day: isFirst ? '2026-04-08' : '2026-04-09' }] },
            isFirst ? { headers: { Link: `<${next}>; rel="next"` } } : {},
          ),
        );
      },
      'ecb',
      PAIR,
    );
    expect(found.answer.ok && found.answer.value.map(({ day }) => day)).toEqual(['2026-04-08', '2026-04-09']);
    expect(paths).toEqual(['/v1/revisions?source=ecb&base=EUR&quote=USD&limit=1000', next]);
  });

  it('follows no more than a few links', async () => {
    let asked = 0;
    const found = await readCorrections(
      (path) => {
        asked += 1;
        return Promise.resolve(
          Response.json(
            { source: 'ecb', count: 1, revisions: [{ day: '2026-04-08' }] },
            { headers: { Link: `<${path}>; rel="next"` } },
          ),
        );
      },
      'ecb',
      PAIR,
    );
    expect([asked, found.answer.ok && found.answer.value.length]).toEqual([3, 3]);
  });

  it('follows no link that leads elsewhere', async () => {
    let asked = 0;
    await readCorrections(
      () => {
        asked += 1;
        return Promise.resolve(
          Response.json(
            { source: 'ecb', count: 0, revisions: [] },
            { headers: { Link: '<https://example.org/v1/revisions?x=1>; rel="next"' } },
          ),
        );
      },
      'ecb',
      PAIR,
    );
    expect(asked).toBe(1);
  });
});
