import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  amountField,
  converted,
  paste,
  resultField,
  resultOf,
  shownAmount,
} from '#lib/testing/components/converter-card';
import { showConverter, shownAddress } from '#lib/testing/components/shown-page';

/** Parts of the field's width at which it is clicked. */
const PLACES = [0.05, 0.3, 0.6, 0.85, 0.98];

const swap = page.getByRole('button', { name: 'Swap currencies' });

describe('an amount', () => {
  it.each([
    ['amount', amountField],
    ['result', resultField],
  ] as const)('is replaced by what is typed after a click anywhere on the %s', async (end, field) => {
    for (const place of PLACES) {
      await showConverter('/convert/EUR/USD?amount=100');
      const { width, height } = (await field.findElement()).getBoundingClientRect();
      await field.click({ position: { x: width * place, y: height / 2 } });
      await userEvent.keyboard('1200');
      await expect.poll(shownAddress, { message: `at ${place}` }).toMatch(new RegExp(`${end}=1200$`));
      await expect.element(field).toHaveValue('1,200');
      await userEvent.keyboard('{Enter}');
      await expect.element(field).toHaveValue('1,200.00');
    }
  });

  it('is selected by Tab and by a first click, and a second click places the caret', async () => {
    await showConverter('/convert/EUR/USD?amount=1234');
    const favourite = page.getByRole('button', { name: /favourite/i }).first();
    (await favourite.findElement()).focus();
    await userEvent.tab();
    await expect.element(amountField).toHaveFocus();
    expect(selected()).toBe('1,234.00');
    await userEvent.keyboard('1200');
    await expect.element(resultOf('1,402.08 USD')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    blur(amountField);
    await amountField.click();
    expect(selected()).toBe('1,200.00');
    await amountField.click();
    expect(selected()).toBe('');
  });
});

describe('an amount', () => {
  it('that is a sum says what it comes to, and keeps the sum in sight when it is done', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await amountField.click();
    await userEvent.keyboard('1200*1.19');
    await expect.element(amountField).toHaveValue('1200*1.19');
    await expect.element(page.getByText('= 1,428', { exact: true })).toBeVisible();
    const sum = shownAmount(await converted('EUR', 'USD', '1428'));
    await expect.element(resultOf(`${sum} USD`)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(amountField).toHaveValue('1,428.00');
    await expect.element(page.getByText('1200*1.19', { exact: true })).toBeVisible();
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?amount=1428');
    for (const [typed, plain] of [
      ['(3+4)/2', '3.5'],
      ['100/3', '33.3333333333333'],
      ['15% of 200', '30'],
    ] as const) {
      await amountField.fill(typed);
      await expect.poll(shownAddress).toBe(`/convert/EUR/USD?amount=${plain}`);
    }
  });

  it('that can be read in two ways is asked back, wherever it is typed, and is never lost', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    for (const [typed, larger, smaller, result] of [
      ['200+15%', '230.00', '200.15', '268.73 USD'],
      ['200-10%', '199.90', '180.00', '233.56 USD'],
    ] as const) {
      await amountField.fill(typed);
      await expect.element(page.getByText(`${typed} can be read in two ways.`)).toBeVisible();
      expect(document.querySelector('[data-figure=result]')).toBeNull();
      (await swap.findElement()).focus();
      await expect.element(amountField, { message: 'leaving the field keeps it' }).toHaveValue(typed);
      await expect.element(page.getByRole('button', { name: smaller, exact: true })).toBeVisible();
      await page.getByRole('button', { name: larger, exact: true }).click();
      await expect.element(amountField).toHaveValue(larger);
      await expect.element(page.getByText('can be read in two ways.')).not.toBeInTheDocument();
      await expect.element(resultOf(result)).toBeVisible();
    }
    await amountField.fill('200+15%');
    await page.getByRole('button', { name: '200.15', exact: true }).click();
    await expect.element(resultOf('233.86 USD')).toBeVisible();
    await resultField.fill('200+15%');
    await page.getByRole('button', { name: '230.00', exact: true }).click();
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?result=230');
  });
});

describe('an amount', () => {
  it('that is none is named in one sentence and kept', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    for (const [typed, sentence] of [
      ['twelve', 'This is not an amount.'],
      ['1/0', 'Nothing can be divided by 0.'],
      ['3-5', 'An amount is 0 or more.'],
      ['(1+2', 'This sum cannot be worked out.'],
      ['10²', 'This is not an amount.'],
    ] as const) {
      await amountField.fill(typed);
      await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect.element(amountField).toHaveAttribute('aria-invalid', 'true');
      (await swap.findElement()).focus();
      await expect.element(amountField).toHaveValue(typed);
    }
    await amountField.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(amountField).toHaveValue('100.00');
  });

  it('of another currency is not taken for one of this', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await amountField.fill('$250');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/“\$”\sis not a sign of EUR\./);
    await expect.element(amountField).toHaveAttribute('aria-invalid', 'true');
    await amountField.fill('€250');
    await expect.element(resultOf('292.10 USD')).toBeVisible();
    blur(amountField);
    await expect.element(amountField).toHaveValue('250.00');
  });

  it('is stepped by arrow keys at either end', async () => {
    await showConverter('/convert/EUR/USD?result=100');
    (await resultField.findElement()).focus();
    await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}{Alt>}{ArrowDown}{/Alt}');
    await expect.element(resultField).toHaveValue('110.90');
    await expect.poll(shownAddress).toBe('/convert/EUR/USD?result=110.9');
  });
});

describe('an amount', () => {
  it('is announced with its result once typing rests', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    await amountField.fill('250');
    await expect.element(page.getByText('250.00 Euro is 292.10 US dollar')).toBeInTheDocument();
  });

  it('shows all fifteen digits on demand, within a narrow page, and is copied plain', async () => {
    await showConverter('/convert/USD/JPY?amount=1200');
    const exact = await converted('USD', 'JPY', '1200');
    const all = exact.toLocaleString('en', { maximumSignificantDigits: 15 });
    expect(all.replace(/\D/g, '')).toHaveLength(15);
    await expect.element(resultOf(`${shownAmount(exact, 0)} JPY`)).toBeVisible();
    await page.getByRole('button', { name: 'All digits', exact: true }).click();
    await expect.element(resultOf(`${all} JPY`)).toBeVisible();
    await page.getByRole('button', { name: /^Copy 1/ }).click();
    await expect.poll(() => navigator.clipboard.readText()).toBe(String(exact));
    await page.viewport(320, 640);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(1440, 900);
  });
});

describe('a question', () => {
  it('that is pasted shows its pair and amount; anything else stands where it was pasted', async () => {
    for (const [text, address] of [
      ['1200 USD to JPY', '/convert/USD/JPY?amount=1200'],
      ['JPY 5000', '/convert/JPY/USD?amount=5000'],
      ['10k gbp in chf', '/convert/GBP/CHF?amount=10000'],
    ] as const) {
      await showConverter('/convert/EUR/USD?amount=100');
      (await amountField.findElement()).focus();
      await paste(text);
      await expect.poll(shownAddress, { message: text }).toBe(address);
    }
    await amountField.click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await paste('twelve dozen');
    await expect.element(amountField).toHaveValue('twelve dozen');
    await userEvent.keyboard('{Home}');
    await paste('about ');
    await expect.poll(() => valueOf(amountField)).toMatch(/^about ?twelve dozen$/);
    await expect.element(page.getByRole('alert').filter({ hasText: 'This is not an amount.' })).toBeVisible();
  });

  it('that is typed is read at Enter', async () => {
    await showConverter('/convert/EUR/USD?amount=100');
    (await amountField.findElement()).focus();
    await userEvent.keyboard('1200 USD to JPY{Enter}');
    await expect.poll(shownAddress).toBe('/convert/USD/JPY?amount=1200');
    await expect.element(amountField).toHaveValue('1,200.00');
    const refusal = page.getByRole('alert').filter({ hasText: 'not an amount' });
    await expect.element(refusal).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}a{/Control}twelve dozen{Enter}');
    await expect.element(amountField).toHaveValue('twelve dozen');
    await expect.element(refusal).toBeVisible();
  });
});

describe('a pasted amount', () => {
  it('is read as its country writes it, whatever stood in the field', async () => {
    await showConverter('/convert/EUR/USD?amount=1000');
    for (const [pasted, plain] of [
      ['1.234,56', '1234.56'],
      ['2,50', '2.5'],
      ['1,00', '1'],
      ['12.345,67', '12345.67'],
    ] as const) {
      await amountField.click();
      await userEvent.keyboard('{Control>}a{/Control}');
      await paste(pasted);
      await expect.poll(shownAddress).toBe(`/convert/EUR/USD?amount=${plain}`);
      await userEvent.keyboard('{Enter}');
    }
  });
});

function blur(field: Locator): void {
  const element = field.element();
  if (element instanceof HTMLElement) element.blur();
}

function valueOf(field: Locator): string {
  const element = field.element();
  return element instanceof HTMLInputElement ? element.value : '';
}

/** What is selected in the field that has the focus. */
function selected(): string {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return '';
  return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
}
