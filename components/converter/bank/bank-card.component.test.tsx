import { beforeEach, describe, expect, it } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { amountField, resultOf } from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

const card = page.getByRole('region', { name: 'What does your bank give?' });
const opener = page.getByRole('button', { name: /What does your bank give\?/ });

beforeEach(async () => {
  // What is still shown would be kept when it goes.
  await cleanup();
  document.cookie = 'crossrate-banks=; Path=/; Max-Age=0';
});

/** The field of a figure; `Card, figure 2` is the second one of a line. */
function figureOf(called: string) {
  return page.getByRole('textbox', { name: new RegExp(`^How much for ${called}, in `) });
}

function kindOf(called: string) {
  return page.getByRole('combobox', { name: `What it states for ${called}`, exact: true });
}

function unitOf(called: string) {
  return page.getByRole('combobox', { name: `Unit for ${called}`, exact: true });
}

/** A line with all that is said of it. */
function lineOf(name: string) {
  return card.getByRole('listitem').filter({ has: figureOf(name) });
}

const first = figureOf('Your bank');

/** The converter of 100 EUR at 1.1684 USD per EUR, with the card open. */
async function showOpened(address = '/convert/EUR/USD?amount=100'): Promise<void> {
  await showConverter(address);
  await opener.click();
  await expect.element(first).toHaveFocus();
}

describe('what a bank states', () => {
  it('is asked for behind one line, and its cost stands beside it in both currencies and in per cent', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
    await expect.element(first).not.toBeInTheDocument();
    await opener.click();
    await expect.element(first).toHaveFocus();
    await userEvent.keyboard('1.12');
    await card.getByRole('button', { name: 'Add a fee for Your bank' }).click();
    await expect.element(figureOf('Your bank, figure 2')).toHaveFocus();
    await userEvent.keyboard('2 %');
    await card.getByRole('button', { name: 'Add a fee for Your bank' }).click();
    await expect.element(kindOf('Your bank, figure 3')).toHaveDisplayValue('Flat fee');
    await userEvent.keyboard('5,00 EUR');
    await expect.element(card).toMatchTextContent(/Costs 10\.85%\s*10\.85 EUR or 12\.68 USD/);
    await expect
      .element(card)
      .toMatchTextContent(/You pay 100\.00 EUR and get 104\.16 USD; mid-market gives 116\.84 USD\./);
    await expect
      .element(card)
      .toMatchTextContent(/Against the ECB fixing of Mon 13 Apr 2026, 19 h (?:49|50) min old\./);
    await expect
      .poll(shownAddress)
      .toContain('&banks=Your+bank:rate-1.12-EUR-USD,pct-2,fee-5-EUR,for-EUR-USD');
    await userEvent.tab();
    await expect.element(figureOf('Your bank, figure 2')).toHaveValue('2');
    await expect.element(figureOf('Your bank, figure 3')).toHaveValue('5');
  });

  it('is a rate, a sum received or charged, a percentage or a fee, and follows the amount', async () => {
    await showOpened();
    for (const [kind, typed, cost] of [
      ['Amount received', '112', /Costs 4\.14%\s*4\.14 EUR or 4\.84 USD/],
      ['Amount charged', '104', /Costs 3\.85%\s*4\.00 EUR or 4\.67 USD/],
      ['Fee in %', '2', /Costs 2\.00%\s*2\.00 EUR or 2\.34 USD/],
      ['Rate', '1.1684', /Costs nothing: this is mid-market/],
      ['Rate', '1.1719', /0\.30% better than mid-market: check the rate/],
      ['Flat fee', '5', /Costs 5\.00%\s*5\.00 EUR or 5\.84 USD/],
    ] as const) {
      await kindOf('Your bank').selectOptions(kind);
      await first.fill(typed);
      await expect.element(card).toMatchTextContent(cost);
    }
    await amountField.fill('200');
    await expect.element(card).toMatchTextContent(/Costs 2\.50%\s*5\.00 EUR or 5\.84 USD/);
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=200&banks=Your+bank:fee-5-EUR,for-EUR-USD');
  });

  it('has its unit beside it, which can be chosen where there are two', async () => {
    await showOpened();
    await expect.element(unitOf('Your bank')).toHaveDisplayValue('USD per EUR');
    await kindOf('Your bank').selectOptions('Amount received');
    await expect.element(unitOf('Your bank')).not.toBeInTheDocument();
    await expect.element(first).toHaveAccessibleName('How much for Your bank, in USD');
    await kindOf('Your bank').selectOptions('Flat fee');
    await expect.element(unitOf('Your bank')).toHaveDisplayValue('EUR');
    await first.fill('5.84');
    await unitOf('Your bank').selectOptions('USD');
    await expect.element(card).toMatchTextContent(/Costs 5\.00%\s*5\.00 EUR or 5\.84 USD/);
    await expect.poll(shownAddress).toContain('banks=Your+bank:fee-5.84-USD,for-EUR-USD');
  });

  it('is one price, and fees beside it', async () => {
    await showOpened();
    await userEvent.keyboard('1.12');
    await card.getByRole('button', { name: 'Add a fee for Your bank' }).click();
    await expect.element(kindOf('Your bank, figure 2')).toMatchTextContent(/^Fee in %Flat fee$/);
    await kindOf('Your bank').selectOptions('Amount charged');
    await expect
      .element(kindOf('Your bank, figure 2'))
      .toMatchTextContent(/^Amount receivedFee in %Flat fee$/);
    await card.getByRole('button', { name: 'Remove figure 2 of Your bank' }).click();
    await expect.element(figureOf('Your bank, figure 2')).not.toBeInTheDocument();
    await expect.element(first).toHaveFocus();
  });

  it('is compared with others, added and removed by keyboard alone, and the cheapest is named', async () => {
    await showOpened();
    await userEvent.keyboard('1.12{Enter}');
    await expect.element(figureOf('Card')).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(kindOf('Card')).toHaveFocus();
    await kindOf('Card').selectOptions('Fee in %');
    await userEvent.tab();
    await expect.element(figureOf('Card')).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(card).toMatchTextContent(/Costs 2\.00%.*Cheapest/s);
    await expect.poll(shownAddress).toContain('banks=Your+bank:rate-1.12-EUR-USD,for-EUR-USD;Card:pct-2');
    await expect
      .element(card.getByRole('status'))
      .toHaveTextContent('Card: Costs 2.00%, 2.00 EUR or 2.34 USD, the cheapest.');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Remove Card' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(figureOf('Card')).not.toBeInTheDocument();
    await expect.element(first).toHaveFocus();
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=100&banks=Your+bank:rate-1.12-EUR-USD,for-EUR-USD');
    await card.getByRole('button', { name: 'Remove Your bank' }).click();
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=100');
    await expect.element(first).toHaveValue('');
  });

  it('has the name that it is given', async () => {
    await showOpened();
    await kindOf('Your bank').selectOptions('Fee in %');
    await first.fill('2');
    await page.getByRole('textbox', { name: 'Bank or card of line 1' }).fill('Blue card');
    await expect.poll(shownAddress).toContain('banks=Blue+card:pct-2');
    await expect.element(page.getByRole('button', { name: 'Remove Blue card' })).toBeVisible();
    await expect
      .element(card.getByRole('status'))
      .toHaveTextContent('Your bank: Costs 2.00%, 2.00 EUR or 2.34 USD.');
  });
});

describe('a figure that is likely wrong', () => {
  it('is asked about where it is a rate upside down, and turned by a press', async () => {
    await showOpened();
    await first.fill('0.8562');
    await expect.element(card).toMatchTextContent(/Did you mean 1 USD = 0\.8562 EUR\?/);
    await expect
      .element(card.getByRole('status'))
      .toMatchTextContent(/^Your bank: Costs 26\.72%.* Did you mean 1 USD = 0\.8562 EUR\?$/);
    await card.getByRole('button', { name: 'Yes, turn it round' }).click();
    await expect.element(first).toHaveFocus();
    await expect.element(first).toHaveValue('0.8562');
    await expect.element(unitOf('Your bank')).toHaveDisplayValue('EUR per USD');
    await expect.element(card).toMatchTextContent(/Costs 0\.04%/);
    await expect.element(card).not.toMatchTextContent(/Did you mean/);
    await expect.poll(shownAddress).toContain('banks=Your+bank:rate-0.8562-USD-EUR,for-EUR-USD');
  });

  it('is said to be wrong in one sentence beside its field', async () => {
    await showOpened();
    for (const [kind, typed, sentence] of [
      [
        'Rate',
        'twelve',
        '“twelve” is not a number in USD per EUR: choose what it is, or type up to 15 digits.',
      ],
      ['Rate', '0', 'Type more than 0.'],
      ['Amount received', '93,35 EUR', '“93,35 EUR” is not a number in USD'],
      ['Fee in %', '120', 'Type less than 100%.'],
      ['Fee in %', '-2', '“-2” is not a number in %'],
      ['Flat fee', '1.75 %', '“1.75 %” is not a number in EUR'],
      ['Flat fee', '150', 'Nothing is left of the 100.00 EUR that you pay'],
    ] as const) {
      await kindOf('Your bank').selectOptions(kind);
      await first.fill(typed);
      await expect.element(first).toHaveAccessibleDescription(expect.stringContaining(sentence));
      await expect.element(first).toHaveAttribute('aria-invalid', 'true');
      await expect.element(first).toHaveValue(typed);
    }
    await first.fill('93,35 EUR');
    await expect.element(first).not.toHaveAttribute('aria-invalid');
    await expect.element(card).toMatchTextContent(/Costs 93\.35%/);
  });
});

describe('the lines of an address', () => {
  it('stand open, and go with what else is in it', async () => {
    await showConverter('/convert/EUR/USD?amount=100&banks=Card:pct-2;Bureau:get-112-USD,for-100-EUR-USD');
    await expect.element(kindOf('Card')).toHaveDisplayValue('Fee in %');
    await expect.element(figureOf('Card')).toHaveValue('2');
    await expect.element(kindOf('Bureau')).toHaveDisplayValue('Amount received');
    await expect.element(figureOf('Bureau')).toHaveValue('112');
    await expect.element(lineOf('Bureau')).toMatchTextContent(/Costs 4\.14%/);
    await amountField.fill('250');
    await expect.element(resultOf('292.10 USD')).toBeVisible();
    await expect.element(lineOf('Bureau')).toMatchTextContent(/This was stated for 100 EUR to USD\.$/);
    await expect.element(lineOf('Card')).toMatchTextContent(/Costs 2\.00%/);
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=250&banks=Card:pct-2;Bureau:get-112-USD,for-100-EUR-USD');
    await figureOf('Bureau').fill('280 USD');
    await expect.element(lineOf('Bureau')).toMatchTextContent(/Costs 4\.14%/);
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=250&banks=Card:pct-2;Bureau:get-280-USD,for-250-EUR-USD');
  });

  it.each(['EUR/JPY', 'USD/EUR'])(
    'that are about another pair than %s say so, and keep what they are',
    async (pair) => {
      const address = `/convert/${pair}?amount=100&banks=Card:rate-1.12-EUR-USD,for-EUR-USD`;
      await showConverter(address);
      await expect.element(lineOf('Card')).toMatchTextContent(/This was stated for EUR to USD\.$/);
      await expect.element(figureOf('Card')).not.toHaveAttribute('aria-invalid');
      await expect.element(figureOf('Card')).toHaveValue('1.12');
      await expect.element(unitOf('Card')).toHaveDisplayValue('USD per EUR');
      await figureOf('Card').click();
      await userEvent.keyboard('{Enter}');
      await expect.element(figureOf('Card')).toHaveFocus();
      expect(shownAddress()).toBe(address);
    },
  );

  it('leave those of this browser alone until they are changed', async () => {
    const own = encodeURIComponent('Mine:pct-1');
    document.cookie = `crossrate-banks=${own}; Path=/`;
    await showConverter('/convert/EUR/USD?amount=100&banks=Card:pct-2');
    await expect
      .element(card)
      .toMatchTextContent(/Kept in the address, and in this browser once you change them\./);
    await figureOf('Card').click();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    expect(document.cookie).toContain(`crossrate-banks=${own}`);
    await figureOf('Card').fill('3%');
    await expect.element(card).toMatchTextContent(/Kept in this browser and in the address\./);
    expect(document.cookie).toContain(`crossrate-banks=${encodeURIComponent('Card:pct-3')}`);
  });

  it('are kept when they were typed without an amount, as soon as there is one', async () => {
    await showConverter('/convert/EUR/USD?amount=100&banks=Card:get-112-USD,for-100-EUR-USD');
    await amountField.fill('');
    await figureOf('Card').fill('113');
    await userEvent.tab();
    await amountField.fill('100');
    await expect.element(card).toMatchTextContent(/Costs 3\.29%/);
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=100&banks=Card:get-113-USD,for-100-EUR-USD');
  });

  it('fit a narrow page, with room for a finger', async () => {
    await page.viewport(390, 844);
    await showConverter(
      '/convert/EUR/USD?amount=100&banks=Your+bank:rate-1.12-EUR-USD,pct-2,fee-5-EUR;Card:pct-2',
    );
    await expect.element(card).toMatchTextContent(/Cheapest/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    for (const control of card.element().querySelectorAll('button, input, select')) {
      const label = control.getAttribute('aria-label') ?? control.textContent;
      expect(control.getBoundingClientRect().height, label).toBeGreaterThanOrEqual(44);
    }
    await page.viewport(1440, 900);
  });
});
