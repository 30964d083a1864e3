import { type ConverterServer, result } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { row } from './rates-page.ts';

test.use({ javaScriptEnabled: false });

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

test('pages show their figures and lead on before any code has come', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await expect(result(page, '116.84 USD')).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Rates' }).click();
  await expect(page.getByRole('heading', { name: 'Rates on the US dollar' })).toBeVisible();
  await expect(row(page, 'EUR').locator('[data-rate]')).toHaveAttribute('data-rate', /^0\.\d+$/);
  await bar.getByRole('link', { name: 'Charts' }).click();
  await expect(page).toHaveURL(/\/charts/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await bar.getByRole('link', { name: 'Status' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
