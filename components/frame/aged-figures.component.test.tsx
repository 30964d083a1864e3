import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Transport } from '#lib/client/asking/ask';
import { askService, showChart, showConverter, showRates } from '#lib/testing/components/shown-page';

/** The service's answers with another age for everything that is fresh. */
function aged(fields: object): Transport {
  const text = JSON.stringify(fields).slice(1, -1);
  return async (path) => {
    const answer = await askService(path);
    const body = (await answer.text()).replaceAll('"age":"fresh"', text);
    return new Response(body, { status: answer.status, headers: { 'Content-Type': 'application/json' } });
  };
}

describe('a figure of which a newer one is held', () => {
  const held = aged({ age: 'stale', newerHeldAt: '2026-04-14T12:10:00.000Z' });

  it('says so in plain words on every page that shows it', async () => {
    await showConverter('/convert/EUR/USD', held);
    await expect.element(page.getByText('A newer figure is held for review.')).toBeVisible();
    await expect
      .element(
        page.getByText(/The European Central Bank has one of Tue 14 Apr; the figure of Mon 13 Apr is shown/),
      )
      .toBeVisible();
    await showRates('/rates?base=EUR', held);
    await expect.element(page.getByText('Newer figures are held for review.')).toBeVisible();
    await showChart('/charts/EUR/USD', held);
    await expect
      .element(page.getByText(/has a newer figure that is held for review; the one of Mon 13 Apr is shown/))
      .toBeVisible();
  });
});

describe('a figure of a market that is closed', () => {
  const market = { closedAt: '2026-04-10T21:00:00.000Z', opensAt: '2026-04-12T21:00:00.000Z' };
  const closed = aged({ age: 'closed', market });
  const words = 'Market closed since Fri 21:00 UTC, opens Sun 21:00 UTC.';

  it('is told with its close and its opening, and nothing is called live', async () => {
    await showRates('/rates?base=EUR', closed);
    await expect.element(page.getByText(words)).toBeVisible();
    await showChart('/charts/EUR/USD', closed);
    await expect.element(page.getByText(words)).toBeVisible();
    await showConverter('/convert/EUR/USD', closed);
    await expect.element(page.getByText('Market closed', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText(/live/i)).not.toBeInTheDocument();
  });
});
