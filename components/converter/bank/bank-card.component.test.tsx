import { beforeEach, describe, expect, it } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { amountField, resultOf } from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

const card = page.getByRole('region', { name: 'What does your bank give?' });
const opener = page.getByRole('button', { name: /What does your bank give\?/ });
const statement = page.getByRole('textbox', { name: 'What Your bank states' });
const ofCard = page.getByRole('textbox', { name: 'What Card states' });

beforeEach(async () => {
  // What is still shown would be kept when it goes.
  await cleanup();
  document.cookie = 'crossrate-banks=; Path=/; Max-Age=0';
});

/** What is said below the field of a line. */
function lineOf(name: string) {
  return card
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox', { name: `What ${name} states` }) });
}

/** The converter of 100 EUR at 1.1684 USD per EUR, with the card open. */
async function showOpened(address = '/convert/EUR/USD?amount=100'): Promise<void> {
  await showConverter(address);
  await opener.click();
  await expect.element(statement).toHaveFocus();
}

describe('what a bank states', () => {
  it('is asked for behind one line, and its cost stands beside it in both currencies and in per cent', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
    await expect.element(statement).not.toBeInTheDocument();
    await opener.click();
    await expect.element(statement).toHaveFocus();
    await userEvent.keyboard('rate 1.12 and 2 % and 5 EUR');
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
    await userEvent.keyboard('{Enter}');
    await expect.element(statement).toHaveValue('1 EUR = 1.12 USD and 2% and 5 EUR fee');
  });

  it('is read as the sum received, a percentage or a fee, and follows the amount', async () => {
    await showOpened();
    for (const [typed, cost] of [
      ['112 USD', /Costs 4\.14%\s*4\.14 EUR or 4\.84 USD/],
      ['2%', /Costs 2\.00%\s*2\.00 EUR or 2\.34 USD/],
      ['5 EUR', /Costs 5\.00%\s*5\.00 EUR or 5\.84 USD/],
      ['1.1684', /Costs nothing: this is mid-market/],
      ['1.1719', /0\.30% better than mid-market: check the rate/],
    ] as const) {
      await statement.fill(typed);
      await expect.element(card).toMatchTextContent(cost);
    }
    await statement.fill('5 EUR');
    await amountField.fill('200');
    await expect.element(card).toMatchTextContent(/Costs 2\.50%\s*5\.00 EUR or 5\.84 USD/);
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=200&banks=Your+bank:fee-5-EUR,for-EUR-USD');
  });

  it('is compared with others, added and removed by keyboard alone, and the cheapest is named', async () => {
    await showOpened();
    await userEvent.keyboard('rate 1.12{Enter}');
    await expect.element(ofCard).toHaveFocus();
    await userEvent.keyboard('2%');
    await expect.element(card).toMatchTextContent(/Costs 2\.00%.*Cheapest/s);
    await expect.poll(shownAddress).toContain('banks=Your+bank:rate-1.12-EUR-USD,for-EUR-USD;Card:pct-2');
    await expect
      .element(card.getByRole('status'))
      .toHaveTextContent('Card: Costs 2.00%, 2.00 EUR or 2.34 USD, the cheapest.');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Remove Card' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(ofCard).not.toBeInTheDocument();
    await expect.element(statement).toHaveFocus();
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=100&banks=Your+bank:rate-1.12-EUR-USD,for-EUR-USD');
    await card.getByRole('button', { name: 'Remove Your bank' }).click();
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=100');
    await expect.element(statement).toHaveValue('');
  });

  it('has the name that it is given', async () => {
    await showOpened();
    await userEvent.keyboard('2%');
    await page.getByRole('textbox', { name: 'Name of line 1' }).fill('Blue card');
    await expect.poll(shownAddress).toContain('banks=Blue+card:pct-2');
    await expect.element(page.getByRole('button', { name: 'Remove Blue card' })).toBeVisible();
    await expect
      .element(card.getByRole('status'))
      .toHaveTextContent('Your bank: Costs 2.00%, 2.00 EUR or 2.34 USD.');
  });
});

describe('a statement that is likely wrong', () => {
  it('is named in one sentence, kept, and put right by a press', async () => {
    await showOpened();
    for (const [typed, sentence, press, text] of [
      ['0.8562', 'Did you mean 1 USD = 0.8562 EUR?', 'Yes, turn it round', '1 USD = 0.8562 EUR'],
      ['11.2 and 2%', '11.2 is about 10 times the mid-market rate', 'Yes, 1.12', '1 EUR = 1.12 USD and 2%'],
      ['118 EUR', 'A fee of 118 EUR is more than', 'I paid 118 EUR in all', '118 EUR paid'],
      ['1.12 USD', 'did you mean 1 EUR = 1.12 USD?', '1 EUR = 1.12 USD', '1 EUR = 1.12 USD'],
      ['1 EUR = 11.2 USD', 'did you mean 1.12?', 'No, keep it', '1 EUR = 11.2 USD'],
      ['85.6', '85.6 is about what 100.00 USD give in EUR', 'It is 85.6 USD', '85.6 USD received'],
    ] as const) {
      await statement.fill(typed);
      await expect.element(statement).toHaveAccessibleDescription(expect.stringContaining(sentence));
      await expect.element(statement).toHaveAttribute('aria-invalid', 'true');
      await expect.element(statement).toHaveValue(typed);
      await page.getByRole('button', { name: press, exact: true }).click();
      await expect.element(statement).toHaveValue(text);
      await expect.element(statement).toHaveFocus();
      await expect.element(statement).not.toHaveAttribute('aria-invalid');
      await expect.element(card).toMatchTextContent(/You pay/);
    }
  });

  it('says what to do where there is nothing to guess', async () => {
    await showOpened();
    for (const [typed, sentence] of [
      [
        'twelve',
        '“twelve” is not understood: type a rate, a sum in USD, a percentage, or a fee such as 5 EUR.',
      ],
      ['120%', 'type a percentage from 0 to 100'],
      ['-2%', 'type a percentage from 0 to 100'],
      ['fee 150 EUR', 'A fee of 150 EUR leaves nothing of the 100.00 EUR that you pay'],
    ] as const) {
      await statement.fill(typed);
      await expect.element(statement).toHaveAccessibleDescription(expect.stringContaining(sentence));
    }
  });
});

describe('the lines of an address', () => {
  it('stand open, and go with what else is in it', async () => {
    await showConverter('/convert/EUR/USD?amount=100&banks=Card:pct-2;Bureau:get-112-USD,for-100-EUR-USD');
    await expect.element(ofCard).toHaveValue('2%');
    await expect
      .element(page.getByRole('textbox', { name: 'What Bureau states' }))
      .toHaveValue('112 USD received');
    await expect.element(lineOf('Bureau')).toMatchTextContent(/Costs 4\.14%/);
    await amountField.fill('250');
    await expect.element(resultOf('292.10 USD')).toBeVisible();
    await expect.element(lineOf('Bureau')).toMatchTextContent(/This was stated for 100 EUR to USD\.$/);
    await expect.element(lineOf('Card')).toMatchTextContent(/Costs 2\.00%/);
    await expect
      .poll(shownAddress)
      .toBe('/convert/EUR/USD?amount=250&banks=Card:pct-2;Bureau:get-112-USD,for-100-EUR-USD');
    await page.getByRole('textbox', { name: 'What Bureau states' }).fill('280 USD');
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
      await expect.element(ofCard).not.toHaveAttribute('aria-invalid');
      await expect.element(ofCard).toHaveValue('1 EUR = 1.12 USD');
      await ofCard.click();
      await userEvent.keyboard('{Enter}');
      await expect.element(ofCard).toHaveFocus();
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
    await ofCard.click();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    expect(document.cookie).toContain(`crossrate-banks=${own}`);
    await ofCard.fill('3%');
    await expect.element(card).toMatchTextContent(/Kept in this browser and in the address\./);
    expect(document.cookie).toContain(`crossrate-banks=${encodeURIComponent('Card:pct-3')}`);
  });

  it('are kept when they were typed without an amount, as soon as there is one', async () => {
    await showConverter('/convert/EUR/USD?amount=100&banks=Card:pct-2');
    await amountField.fill('');
    await ofCard.fill('3%');
    await userEvent.tab();
    await amountField.fill('100');
    await expect.element(card).toMatchTextContent(/Costs 3\.00%/);
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=100&banks=Card:pct-3');
  });

  it('fit a narrow page', async () => {
    await page.viewport(390, 844);
    await showConverter(
      '/convert/EUR/USD?amount=100&banks=Your+bank:rate-1.12-EUR-USD,pct-2,fee-5-EUR;Card:pct-2',
    );
    await expect.element(card).toMatchTextContent(/Cheapest/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1440, 900);
  });
});
