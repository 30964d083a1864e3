import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { converted, resultOf, shownAmount } from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

const search = page.getByRole('combobox', { name: 'Code, name or country' });
const options = page.getByRole('option');

describe('the picker of currencies', () => {
  it.each([
    ['dollar', 'USD'],
    ['quid', 'GBP'],
    ['rmb', 'CNY'],
    ['yuan', 'CNY'],
    ['swiss', 'CHF'],
    ['xbt', 'BTC'],
  ])('finds by what people call it: %s is %s', async (text, code) => {
    await showConverter('/convert/EUR/USD?amount=100');
    await pick('From', text);
    await expect.element(options.first()).toMatchTextContent(code);
  });

  it('names the code to use for a part of a unit', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await page.getByRole('button', { name: /^From / }).click();
    await search.fill('ila');
    await expect.element(page.getByText('Use ILS: 1 ILA is 1 ILS divided by 100.')).toBeVisible();
    expect(options.elements()).toEqual([]);
  });

  it.each([
    ['yen', 'JPY', 0],
    ['czechia', 'CZK', 2],
    ['denmark', 'DKK', 2],
    ['gbp', 'GBP', 2],
  ] as const)('finds by name, country and code, and shows what is chosen: %s', async (text, code, units) => {
    await showConverter('/convert/EUR/USD?amount=100');
    await pick('To', text);
    await options.filter({ hasText: code }).first().click();
    await expect.poll(shownAddress).toBe(`/convert/EUR/${code}?amount=100`);
    const result = shownAmount(await converted('EUR', code, '100'), units);
    await expect.element(resultOf(`${result} ${code}`)).toBeVisible();
  });

  it('says when a currency ended, and takes it all the same', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await pick('From', 'drachma');
    await expect
      .element(page.getByText('GRD ended on 31 Dec 2000; its legal rate is still available at fixed.'))
      .toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownAddress).toBe('/convert/GRD/USD?amount=100');
  });
});

describe('the picker of currencies', () => {
  it('says that nothing is found, and gives the focus back at Escape', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await page.getByRole('button', { name: /^From / }).click();
    await search.fill('qqqq');
    await expect.element(page.getByText('No currency matches “qqqq”.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: /^From / })).toHaveFocus();
  });

  it('changes the two over when the currency of the other end is chosen', async () => {
    await showConverter('/convert/EUR/USD?amount=10');
    await pick('From', 'USD');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownAddress).toBe('/convert/USD/EUR?amount=10');
  });

  it('stands a list of favourites that is damaged', async () => {
    localStorage.setItem('crossrate-currencies', '{"favourites":[1,"x",');
    await showConverter('/convert/EUR/USD?amount=100');
    const favourite = page.getByRole('button', { name: 'Favourite USD' });
    await favourite.click();
    await expect.element(favourite).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the further currencies', () => {
  it('of a shared list are shown, also those without a rate, and lead on with the list', async () => {
    await showConverter('/convert/EUR/USD?amount=100&also=KPW,GBP,QQQ');
    const links = page.getByRole('region', { name: 'The same amount in other currencies' }).getByRole('link');
    await expect.element(links.nth(0)).toMatchTextContent(/KPW[^]*no rate/);
    await expect.element(links.nth(1)).toMatchTextContent('GBP');
    expect(links.elements()).toHaveLength(2);
    await expect.element(page.getByText('“QQQ” is not a currency.')).toBeVisible();
    await links.nth(1).click();
    await expect.poll(shownAddress).toBe('/convert/EUR/GBP?amount=100&also=KPW,GBP');
  });
});

/** Opens the picker of one end and types into it, until there is a row that Enter takes. */
async function pick(end: 'From' | 'To', text: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${end} `) }).click();
  await search.fill(text);
  await expect.poll(() => document.querySelector('[role="option"][data-highlighted]')).not.toBeNull();
}
