import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawnCodes, rowOf, searchField } from '#lib/testing/components/rates-rows';
import { answerOf, showRates, shownAddress } from '#lib/testing/components/shown-page';

describe('the search', () => {
  it.each([
    ['czk', ['CZK']],
    ['forint', ['HUF']],
    ['denmark', ['DKK']],
    // The dobra of today, and the one that it replaced.
    ['sao tome', ['STN', 'STD']],
  ])('finds by code, name and country: %s', async (text, codes) => {
    await showRates('/rates');
    await searchField.fill(text);
    await expect.poll(drawnCodes).toEqual(codes);
  });

  it('stays in the address until it is cleared', async () => {
    await showRates('/rates?q=sao+tome');
    await expect.poll(drawnCodes).toEqual(['STN', 'STD']);
    await expect.element(searchField).toHaveValue('sao tome');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(shownAddress).toBe('/rates');
    await expect.poll(drawnCodes).toContain('JPY');
  });

  it('says why nothing is found, and leads out', async () => {
    await showRates('/rates?source=ecb&q=drachma');
    const heading = 'No currency matches “drachma” from the European Central Bank';
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect
      .element(
        page.getByText(
          'Greek drachma (GRD) ended on 31 Dec 2000, and the European Central Bank has no legal rate of it.',
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Ask every source' }).click();
    await expect.poll(drawnCodes).toContain('GRD');
    await page.getByRole('button', { name: 'Pegged' }).click();
    await expect.element(page.getByText('Only these are shown: Pegged.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all kinds and regions' }).click();
    await expect.poll(drawnCodes).toContain('GRD');
  });
});

describe('the day of the rates', () => {
  it('is chosen, stays in the address, and is told in each row', async () => {
    await showRates('/rates?base=EUR');
    await page.getByRole('button', { name: /^Day of the rate/ }).click();
    await page.getByLabelText('Date (UTC)').fill('2026-04-12');
    await page.getByRole('button', { name: 'Show this day' }).click();
    await expect.poll(shownAddress).toBe('/rates?base=EUR&date=2026-04-12');
    await expect.element(page.getByRole('heading', { name: 'Rates on the euro, 12 Apr 2026' })).toBeVisible();
    await expect.poll(() => rowOf('USD')?.textContent).toMatch(/1\.1711.*10 Apr 2026.*European Central Bank/);
    await page.getByRole('button', { name: 'Day of the rate: 12 Apr 2026' }).click();
    await page.getByRole('button', { name: 'Show the current rate' }).click();
    await expect.poll(shownAddress).toBe('/rates?base=EUR');
  });

  it('without any rate is said, and leads back to now', async () => {
    await showRates('/rates?base=EUR&date=1998-12-31');
    const heading = 'There are no rates on Euro (EUR) for 31 Dec 1998';
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.getByRole('button', { name: 'Show current rates' }).click();
    await expect.poll(drawnCodes).toContain('USD');
  });

  it('that is still to come is none', async () => {
    await showRates('/rates?date=2026-04-15');
    await expect.element(page.getByText('“2026-04-15” is in the future.')).toBeVisible();
    await expect.poll(drawnCodes).toContain('EUR');
  });
});

describe('the table of rates', () => {
  it('shows a kind and a region, each a step that "back" undoes', async () => {
    await showRates('/rates');
    await page.getByRole('button', { name: 'Pegged' }).click();
    await expect.poll(shownAddress).toContain('kind=pegged');
    await expect.poll(drawnCodes).toContain('AED');
    expect(drawnCodes()).not.toContain('CZK');
    await page.getByLabelText('Region', { exact: true }).selectOptions('middle-east');
    await expect.poll(drawnCodes).toEqual(['AED', 'BHD', 'JOD', 'OMR', 'QAR', 'SAR']);
    history.back();
    await expect.poll(drawnCodes).toContain('AWG');
    history.back();
    await expect.poll(drawnCodes).toContain('CZK');
  });

  it('is sorted by a figure or a change, and says so', async () => {
    await showRates('/rates?base=EUR&source=ecb');
    await page.getByRole('button', { name: '1 day' }).click();
    await expect.poll(shownAddress).toContain('sort=-day1');
    await expect
      .element(page.getByRole('columnheader', { name: '1 day' }))
      .toHaveAttribute('aria-sort', 'descending');
    await expect.poll(drawnCodes).toEqual(['USD', 'GBP', 'JPY', 'IDR', 'RON', 'DKK', 'CZK', 'HUF']);
    await page.getByRole('button', { name: '1 day' }).click();
    await expect.poll(drawnCodes).toEqual(['USD', 'GBP', 'JPY', 'HUF', 'CZK', 'DKK', 'RON', 'IDR']);
    await page.getByRole('button', { name: 'For 1 EUR' }).click();
    await expect.poll(drawnCodes).toEqual(['USD', 'GBP', 'JPY', 'IDR', 'HUF', 'CZK', 'DKK', 'RON']);
  });

  it('is of the base and the source that are chosen', async () => {
    await showRates('/rates');
    await chooseBase('JPY');
    await expect.poll(shownAddress).toBe('/rates?base=JPY');
    const rate = () => rowOf('EUR')?.querySelector('[data-rate]')?.getAttribute('data-rate');
    const euro = await rateOf('JPY', 'EUR');
    await expect.poll(() => Number(rate())).toBe(euro);
    await chooseBase('british');
    await expect.poll(shownAddress).toBe('/rates?base=GBP');
    await chooseBase('yen');
    await page.getByLabelText('Source', { exact: true }).selectOptions('fixed');
    const heading = 'The table of legal rates has no rates on Japanese yen (JPY)';
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.getByRole('button', { name: 'Ask every source' }).click();
    await expect.poll(drawnCodes).toContain('EUR');
  });

  it('begins with the most traded currencies and keeps the ended ones behind their own chip', async () => {
    await showRates('/rates');
    // Three of the most traded are pinned at first, and no other is in this table.
    await page.getByRole('button', { name: 'Pin JPY' }).click();
    await expect.element(page.getByRole('cell', { name: 'Most traded' })).toBeVisible();
    expect(drawnCodes()).not.toContain('DEM');
    await page.getByRole('button', { name: 'Ended' }).click();
    await expect.poll(drawnCodes).toContain('DEM');
    expect(drawnCodes()).not.toContain('CZK');
    await page.getByRole('button', { name: 'Ended' }).click();
    await expect.poll(drawnCodes).toContain('CZK');
    await searchField.fill('deutsche');
    await expect.poll(drawnCodes).toContain('DEM');
    expect(drawnCodes()).not.toContain('CZK');
  });
});

describe('the table of rates', () => {
  it('is gone down with j, the row under the cursor always in sight', async () => {
    await showRates('/rates');
    for (let step = 0; step < 60; step += 1) await userEvent.keyboard('j');
    const cursor = document.querySelector<HTMLElement>('tr[data-cursor]');
    expect(document.querySelectorAll('tr[data-cursor]')).toHaveLength(1);
    expect(drawnCodes().indexOf(cursor?.dataset['code'] ?? '')).toBeGreaterThan(20);
    await expect
      .poll(() => {
        const { top = -1, bottom = Infinity } = cursor?.getBoundingClientRect() ?? {};
        return top >= 0 && bottom <= window.innerHeight;
      })
      .toBe(true);
    expect(document.activeElement).toBe(cursor?.querySelector('[data-row-button]'));
  });

  it('has five digits of a rate on a phone, rounded, and all of them in its detail', async () => {
    await showRates('/rates');
    const digits = (await rateOf('USD', 'JPY')).toPrecision(12);
    const drawn = () => rowOf('JPY')?.querySelector<HTMLElement>('[data-rate]')?.innerText;
    await expect.poll(drawn).toBe(digits);
    await page.viewport(390, 844);
    await expect.poll(drawn).toBe(Number(digits).toFixed(2));
    await page.getByRole('button', { name: /^JPY/ }).click();
    await expect.element(page.getByText(digits).first()).toBeVisible();
    await page.viewport(1440, 900);
  });
});

async function chooseBase(text: string): Promise<void> {
  await page.getByRole('button', { name: /^Base / }).click();
  const dialog = page.getByRole('dialog', { name: 'Show rates on which currency' });
  await dialog.getByRole('combobox').fill(text);
  await dialog.getByRole('option').first().click();
  await expect.poll(() => dialog.query()).toBeNull();
}

/** A rate of GET /v1/rates. */
async function rateOf(base: string, code: string): Promise<number> {
  const body = await answerOf(`/v1/rates?base=${base}`);
  const rate: unknown = Reflect.get(Object(Reflect.get(Object(body), 'rates')), code);
  if (typeof rate !== 'number') throw new Error(`no ${code} in ${JSON.stringify(body)}`);
  return rate;
}
