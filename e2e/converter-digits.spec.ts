import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { amountField, type ConverterServer, resultField } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

/** Where a figure is drawn: the left edge of its first digit, its decimal mark, and its right end. */
interface Drawn {
  readonly first: number;
  readonly mark: number;
  readonly end: number;
}

interface Ledger {
  readonly amount: Drawn;
  readonly rate: Drawn;
  readonly result: Drawn;
  /** The right end of the room within the card. */
  readonly room: number;
}

/** Pixels by which digits may differ that stand in one place: a field and a text round differently. */
const SAME_PLACE = 1;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Where the three figures of the card are drawn, in fields or out of them. */
function ledger(page: Page): Promise<Ledger> {
  return page.evaluate(() => {
    const boxOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const inText = (selector: string) => {
      const [integer, fraction] = [...document.querySelectorAll(selector)];
      if (!integer || !fraction) throw new Error(`no figure at ${selector}`);
      const { left: first, right: mark } = boxOf(integer);
      return { first, mark, end: fraction.textContent === '' ? mark : boxOf(fraction).right };
    };
    const inField = (field: HTMLInputElement) => {
      const ruler = document.createElement('span');
      ruler.className = field.className;
      ruler.style.cssText = 'position:absolute;width:auto;min-width:0;padding:0;white-space:pre';
      field.parentElement?.append(ruler);
      const widthOf = (text: string) => {
        ruler.textContent = text;
        return ruler.getBoundingClientRect().width;
      };
      const end =
        field.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(field).paddingRight);
      const fraction = /\.\d*$/.exec(field.value)?.[0] ?? '';
      const drawn = { first: end - widthOf(field.value), mark: end - widthOf(fraction), end };
      ruler.remove();
      return drawn;
    };
    const drawnAt = (name: string, figure: string) => {
      const field = document.querySelector<HTMLInputElement>(`input[aria-label^="${name}"]`);
      if (field && getComputedStyle(field).opacity === '1') return inField(field);
      return inText(`[data-figure=${figure}] > span`);
    };
    const card = document.querySelector('section[aria-label="Converter"]');
    const padding = window.innerWidth < 700 ? 16 : 24;
    return {
      amount: drawnAt('Amount', 'amount'),
      rate: inText('[data-figure=rate], [data-figure=rate-fraction]'),
      result: drawnAt('Result', 'result'),
      room: (card?.getBoundingClientRect().right ?? 0) - padding,
    };
  });
}

/** Says that all decimal marks stand under each other. */
function expectInLine({ amount, rate, result }: Ledger, when: string): void {
  expect(Math.abs(amount.mark - result.mark), `amount and result, ${when}`).toBeLessThan(SAME_PLACE);
  expect(Math.abs(rate.mark - result.mark), `rate and result, ${when}`).toBeLessThan(SAME_PLACE);
}

const SCREENS = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

const TYPED = SCREENS.flatMap(([screen, viewport]) =>
  ['USD/EUR', 'EUR/USD', 'EUR/JPY', 'EUR/EUR'].map((pair) => ({ screen, viewport, pair })),
);

for (const { screen, viewport, pair } of someOf(TYPED, 1)) {
  test(`no decimal mark moves while an amount is typed: ${pair} on a ${screen}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${server.origin}/convert/${pair}?amount=1`);
    await untilLive(page);
    const atFirst = await ledger(page);
    expectInLine(atFirst, 'at first');
    await amountField(page).click();
    await page.keyboard.press('Control+A');
    for (const [key, text] of [
      ['1', '1'],
      ['2', '12'],
      ['3', '123'],
      ['4', '1,234'],
      ['.', '1,234.'],
      ['5', '1,234.5'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(amountField(page)).toHaveValue(text);
      const now = await ledger(page);
      expectInLine(now, text);
      expect(Math.abs(now.result.mark - atFirst.result.mark), text).toBeLessThan(SAME_PLACE);
    }
  });
}

for (const [screen, viewport] of someOf(SCREENS, 1)) {
  test(`a figure stays where it is when its field gets or loses the focus, on a ${screen}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${server.origin}/convert/USD/EUR?amount=1234.5`);
    await untilLive(page);
    const atFirst = await ledger(page);
    for (const field of [amountField(page), resultField(page)]) {
      await field.click();
      await expect(field).toBeFocused();
      const focused = await ledger(page);
      await field.blur();
      for (const now of [focused, await ledger(page)]) {
        for (const figure of ['amount', 'rate', 'result'] as const) {
          for (const edge of ['first', 'mark', 'end'] as const) {
            expect(Math.abs(now[figure][edge] - atFirst[figure][edge]), `${figure}, ${edge}`).toBeLessThan(
              SAME_PLACE,
            );
          }
        }
      }
    }
  });
}

test('amounts stand at the right of the card, however many digits the rate has @long', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=250`);
  const short = await ledger(page);
  expect(short.room - short.result.end).toBeLessThan(2);
  await page.goto(`${server.origin}/convert/USD/EUR?amount=250`);
  const long = await ledger(page);
  expect(long.room - long.rate.end, 'the rate goes up to the edge').toBeLessThan(2);
  expect(long.room - long.result.end).toBeLessThan(64);
});

test('the source is chosen beside the swap, also where amounts have many decimals @long', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const [pair, amount] of [
    ['BTC/USD', '1'],
    ['USD/IDR', '1.12345678'],
    ['EUR/USD', '1'],
  ] as const) {
    await page.goto(`${server.origin}/convert/${pair}?amount=${amount}`);
    const swap = await page.getByRole('button', { name: 'Swap currencies' }).boundingBox();
    const source = await page.getByRole('combobox', { name: 'Source' }).locator('..').boundingBox();
    expect(source?.y, pair).toBe(swap?.y);
    expect(source?.width, pair).toBeGreaterThan(80);
  }
});
