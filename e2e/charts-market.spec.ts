import { drawing, rangeFigure } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';

const MINUTE_MS = 60_000;
const QUOTES = 39;

let market: StatusWorld;

test.beforeAll(async () => {
  market = await startStatusWorld({
    start: '2026-11-24T12:00:10Z',
    aheadMs: QUOTES * MINUTE_MS,
    sources: 'crypto-exchange,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  await market.world.pollOften('crypto-exchange', QUOTES - 1, MINUTE_MS);
});

test.afterAll(async () => {
  await market.stop();
});

for (const query of ['', '?range=1w', '?range=1y', '?range=max', '?from=2026-11-24&to=2026-11-24']) {
  test(`draws every minute of a young service: /charts/BTC/USD${query}`, async ({ page }) => {
    await page.goto(`${market.origin}/charts/BTC/USD${query}`);
    await expect(drawing(page)).toBeVisible();
    await expect(rangeFigure(page, 'Points')).toHaveText(`${QUOTES}all drawn, none thinned`);
    await expect(page.getByRole('figure')).toHaveAccessibleName(
      /^On 24 November 2026 BTC\/USD .+, on 39 crypto-exchange quotes\.$/,
    );
  });
}
