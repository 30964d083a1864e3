import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leadsTo } from '#lib/testing/components/leads-to';
import { PAGE_SOURCES, show } from '#lib/testing/components/shown-page';
import { Commands } from './commands.tsx';

const field = page.getByRole('combobox', { name: 'Pair, currency or page' });

beforeEach(() => show('/', <Commands sources={PAGE_SOURCES} />));

describe('the palette', () => {
  it.each([
    ['eur usd', 'EUR/USD chart', '/charts/EUR/USD'],
    ['sterling', 'All rates on GBP', '/rates?base=GBP'],
    ['switzerland', 'CHF in EUR', '/convert/CHF/EUR?amount=100'],
    ['audit', 'Audit trail', '/account/trail'],
    ['ecb status', 'Status of European Central Bank', '/status#ecb'],
    ['incidents', 'Incidents and status history', '/status/history'],
    ['badge', 'Status feed and badge', '/status#follow'],
    ['errors', 'Docs: errors', '/docs/errors'],
    ['1200*1.19 usd', '1,428 USD in EUR', '/convert/USD/EUR?amount=1428'],
  ])('leads by “%s” to %s', async (typed, name, address) => {
    await open();
    await userEvent.keyboard(typed);
    const option = page.getByRole('option', { name }).first();
    await expect.element(option).toBeVisible();
    expect(await leadsTo(() => option.click())).toBe(address);
  });

  it('names the code to use for pence, and converts them as nothing else', async () => {
    await open();
    await userEvent.keyboard('100 gbx in usd');
    await expect.element(page.getByText('Use GBP: 1 GBX is 1 GBP divided by 100.')).toBeVisible();
    expect(page.getByRole('option').elements()).toEqual([]);
  });

  it('asks which of two readings of an amount is meant', async () => {
    await open();
    await userEvent.keyboard('200+15% eur usd');
    await expect.element(page.getByRole('option', { name: '230 EUR in USD' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: '200.15 EUR in USD' })).toBeVisible();
  });

  it('offers first where the visitor went before', async () => {
    await open();
    await userEvent.keyboard('gbp chart');
    const option = page.getByRole('option', { name: 'GBP/EUR chart' });
    expect(await leadsTo(() => option.click())).toBe('/charts/GBP/EUR');
    await open();
    await expect.poll(highlighted).toMatch(/GBP\/EUR chart/);
  });

  it('says how a source is doing', async () => {
    await open();
    await userEvent.keyboard('status of ecb');
    await expect
      .element(page.getByRole('option', { name: /Status of European Central Bank/ }))
      .toMatchTextContent(/operational|degraded|outage/);
  });

  it('copies the request of a pair for a terminal', async () => {
    await open();
    await userEvent.keyboard('20 eur gbp');
    await page.getByRole('option', { name: 'Copy this request as curl' }).click();
    await expect
      .poll(() => navigator.clipboard.readText())
      .toBe(
        `curl -H "X-API-Key: $CROSSRATE_API_KEY" "${window.location.origin}/v1/convert?from=EUR&to=GBP&amount=20"`,
      );
  });

  it('says what it understands where nothing is found, and gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Pair, currency or page' });
    await button.click();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('qqqq');
    await expect.element(page.getByText('Nothing is called “qqqq”.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });
});

async function open(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
}

function highlighted(): string | null | undefined {
  return document.querySelector('[role="option"][data-highlighted]')?.textContent;
}
