import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { resultOf } from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

describe('a rate', () => {
  it.each([
    ['/convert/USD/JPY?amount=1', 'a cross of two figures from one publication of the European Central Bank'],
    ['/convert/USD/EUR?amount=1', '1 divided by EUR/USD as the European Central Bank published it'],
    ['/convert/EUR/GRD?amount=1', 'by law: Council Regulation (EC) No 1478/2000'],
  ])('says how it is made: %s', async (address, words) => {
    await showConverter(address);
    await expect.element(page.getByText(words)).toBeVisible();
    expect([...document.querySelectorAll('dl *')].some(({ textContent }) => textContent === 'By law')).toBe(
      address.includes('GRD'),
    );
  });

  it('that no source has is said to be missing', async () => {
    await showConverter('/convert/EUR/KPW');
    await expect.element(page.getByRole('heading', { name: 'No source has EUR to KPW' })).toBeVisible();
  });

  it('has the credit that its publisher asks for beside it', async () => {
    await showConverter('/convert/EUR/USD');
    const card = page.getByRole('region', { name: 'Converter' });
    await expect.element(card.getByText('Source: European Central Bank.')).toBeVisible();
  });

  it('is of one source alone when told so, and of every source again when that has none', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await page.getByRole('combobox', { name: /^Source/ }).selectOptions('ecb');
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=100&source=ecb');
    await expect.element(page.getByText('the source you chose')).toBeVisible();
    await showConverter('/convert/EUR/USD?source=fixed');
    await expect
      .element(page.getByRole('heading', { name: 'The table of legal rates has no rate for EUR to USD' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Ask every source' }).click();
    await expect.element(resultOf('116.84 USD')).toBeVisible();
  });
});
