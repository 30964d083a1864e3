import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { nearestPages } from './nearest-pages.ts';

const CODES = ['EUR', 'USD', 'GBP', 'JPY'];

describe('the nearest pages to a wrong address', () => {
  it.each([
    ['/stauts', ['/status']],
    ['/rate', ['/rates']],
    ['/exchange/eur-usd', ['/convert/EUR/USD', '/charts/EUR/USD', '/']],
    ['/gbpjpy', ['/convert/GBP/JPY', '/charts/GBP/JPY']],
    ['/usd-to-eur', ['/convert/USD/EUR', '/charts/USD/EUR']],
    ['/documentation', ['/docs']],
    ['/login', ['/account']],
    ['/eur/eur', []],
    ['/xqxq/zzz', []],
    ['/', []],
  ])('%s may mean %j', (path, hrefs) => {
    expect(nearestPages(path, CODES).map(({ href }) => href)).toEqual(hrefs);
  });

  it('are pages of this service, whatever the address', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        for (const { href } of nearestPages(path, CODES)) expect(href).toMatch(/^\/(?!\/)/);
      }),
    );
  });
});
