import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { converted, shownAmount } from '#lib/testing/components/converter-card';
import { showConverter } from '#lib/testing/components/shown-page';

const opener = page.getByText('Common amounts');

/** The rows of the table that has this name: amount and what it comes to. */
async function rowsOf(name: string): Promise<readonly (readonly string[])[]> {
  const table = page.getByRole('table', { name });
  await expect.element(table).toBeVisible();
  return [...table.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td .sr-only')].map((cell) => cell.textContent ?? ''),
  );
}

describe('common amounts of the pair', () => {
  it('are listed both ways to the digit of the API, and print alone', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await expect.element(page.getByRole('table', { name: 'Euro in US dollar' })).not.toBeInTheDocument();
    await opener.click();
    const expected = async (from: string, to: string) =>
      Promise.all(
        ['1', '5', '10', '50', '100', '1000'].map(async (amount) => [
          Number(amount).toLocaleString('en'),
          shownAmount(await converted(from, to, amount)),
        ]),
      );
    expect(await rowsOf('Euro in US dollar')).toEqual(await expected('EUR', 'USD'));
    expect(await rowsOf('US dollar in Euro')).toEqual(await expected('USD', 'EUR'));
    await expect
      .element(page.getByText(/^1 EUR = 1\.1684 USD\. European Central Bank, 13 Apr 2026/))
      .toBeVisible();

    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    document.body.dataset['simulated'] = '';
    await page.getByRole('button', { name: 'Print this sheet' }).click();
    delete document.body.dataset['simulated'];
    expect(print).toHaveBeenCalledOnce();
    await expect.poll(() => document.querySelectorAll('[data-print-alone] table').length).toBe(2);
    await expect.element(page.getByText('Simulated: every figure is made up.')).toBeVisible();
    window.dispatchEvent(new Event('afterprint'));
    await expect.poll(() => document.querySelectorAll('[data-print-alone]').length).toBe(0);
    print.mockRestore();
  });

  it('begin where an amount of a small unit is worth about one of the other', async () => {
    await showConverter('/convert/JPY/EUR?amount=100');
    await opener.click();
    const rows = await rowsOf('Japanese yen in Euro');
    expect(rows.map(([amount]) => amount)).toEqual(['100', '500', '1,000', '5,000', '10,000', '100,000']);
  });

  it('are not offered where there is no rate', async () => {
    await showConverter('/convert/EUR/KPW?amount=100');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    await expect.element(opener).not.toBeInTheDocument();
  });
});
