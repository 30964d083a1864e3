import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showChart, shownAddress } from '#lib/testing/components/shown-page';

const figures = () => page.getByRole('button', { name: /^Figures: / });
const table = () => page.getByRole('table', { name: 'EUR/USD, newest first' });

describe('the figures of a chart', () => {
  it('are of each observation, until a period and its figure are chosen', async () => {
    await showChart('/charts/EUR/USD?range=max');
    await expect.element(table().getByRole('columnheader', { name: 'Day' })).toBeVisible();
    await figures().click();
    await page.getByRole('combobox', { name: 'One point for' }).selectOptions('month');
    await page.getByRole('combobox', { name: 'Its figure' }).selectOptions('average');
    await page.getByRole('button', { name: 'Show these figures' }).click();
    await expect.poll(shownAddress).toBe('/charts/EUR/USD?range=max&group=month&stat=average');
    await expect.element(page.getByRole('button', { name: 'Figures: Monthly average' })).toBeVisible();
    const row = table().getByRole('row', { name: /^Apr 2026 .*1\.16975.*2, incomplete$/ });
    await expect.element(row).toBeVisible();
    await expect.element(page.getByText(/for a cross, the daily cross rates are averaged/)).toBeVisible();
    await figures().click();
    await page.getByRole('button', { name: 'Show each observation, as known now' }).click();
    await expect.poll(shownAddress).toBe('/charts/EUR/USD?range=max');
  });

  it('of a day before this service had any say since when it has them', async () => {
    await showChart('/charts/EUR/USD?range=max');
    await figures().click();
    await page.getByLabelText('As known on (UTC)').fill('2026-03-03');
    await page.getByRole('button', { name: 'Show these figures' }).click();
    await expect.poll(shownAddress).toBe('/charts/EUR/USD?range=max&knownAt=2026-03-03');
    await expect
      .element(page.getByRole('heading', { name: 'What was known on 3 March 2026 cannot be shown' }))
      .toBeVisible();
    await expect.element(page.getByText(/^This service has figures of ecb only since/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Show what is known now' }))
      .toHaveAttribute('href', '/charts/EUR/USD?range=max');
  });
});

describe('the head of a chart', () => {
  it('makes the second currency a favourite with its star, and takes it back', async () => {
    await showChart('/charts/EUR/USD');
    const star = page.getByRole('button', { name: 'Favourite USD' });
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
    await star.click();
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('crossrate-currencies')).toContain('"favourites":["USD"]');
    await star.click();
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  });
});
