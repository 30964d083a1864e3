import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { coverageAddress } from '#lib/client/address/coverage-address';
import { readCoverage } from '#lib/client/history/coverage-client';
import { askService, show } from '#lib/testing/components/shown-page';
import { CoveragePage } from './coverage-page.tsx';

async function showDays(base: string, quote: string): Promise<void> {
  const pair = { base, quote };
  const found = await readCoverage(askService, 'ecb', pair);
  await show(coverageAddress('ecb', pair), <CoveragePage source="ecb" pair={pair} found={found} />);
}

describe('the days of a pair', () => {
  it('are counted beside the calendar, month by month', async () => {
    await showDays('EUR', 'USD');
    const card = page.getByRole('region', { name: 'EUR/USD, as published' });
    await expect.element(card.getByText('10 Apr 2026')).toBeVisible();
    const row = card.getByRole('row', { name: /^2026 2 2$/ });
    await expect.element(row).toBeVisible();
    await expect.element(card.getByText('Every expected day has a figure.')).toBeVisible();
  });

  it('have no table where the months are refused, and stay counted', async () => {
    const pair = { base: 'EUR', quote: 'USD' };
    const refused = { error: { code: 'pair_unavailable', message: 'There is none.' } };
    const found = await readCoverage(
      (path) =>
        path.startsWith('/v1/historical')
          ? Promise.resolve(Response.json(refused, { status: 404 }))
          : askService(path),
      'ecb',
      pair,
    );
    await show(coverageAddress('ecb', pair), <CoveragePage source="ecb" pair={pair} found={found} />);
    const card = page.getByRole('region', { name: 'EUR/USD, as published' });
    await expect.element(card.getByText('10 Apr 2026')).toBeVisible();
    await expect.element(card.getByRole('table')).not.toBeInTheDocument();
  });

  it('of a pair that is published the other way round are those of what is published', async () => {
    await showDays('USD', 'EUR');
    await expect.element(page.getByRole('region', { name: 'EUR/USD, as published' })).toBeVisible();
  });

  it('of a cross are those of each of its two pairs', async () => {
    await showDays('USD', 'JPY');
    await expect
      .element(page.getByText(/^Which days .*USD\/JPY is calculated from EUR\/USD and EUR\/JPY/))
      .toBeVisible();
    await expect.element(page.getByRole('region', { name: 'EUR/JPY, as published' })).toBeVisible();
  });

  it('of a pair that the source has not are refused in a sentence', async () => {
    await showDays('EUR', 'KPW');
    await expect.element(page.getByRole('heading', { name: 'No coverage for EUR/KPW' })).toBeVisible();
    await expect.element(page.getByText('ecb publishes no series of EUR/KPW.')).toBeVisible();
  });
});
