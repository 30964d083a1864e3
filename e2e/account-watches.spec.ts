import type { Page } from '@playwright/test';
import { type AccountServer, makeOwner, startAccountServer } from './account-page.ts';
import { expect, test } from './guarded-test.ts';

// One owner's watches, each task on the ones before.
test.describe.configure({ mode: 'serial' });

let server: AccountServer;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer();
  page = await browser.newPage();
  await makeOwner(page, server);
  await page.goto(`${server.origin}/account/watches`);
});

test.afterAll(async () => {
  await page.close();
  await server.stop();
});

function rowOf(text: string) {
  return page.getByRole('table', { name: 'Watches' }).getByRole('row').filter({ hasText: text });
}

test('a threshold that is no number and a pair without a rate are refused in a sentence', async () => {
  await page.getByRole('button', { name: 'Add the first watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a watch' });
  await dialog.getByRole('textbox', { name: 'One unit of' }).fill('EUR');
  await dialog.getByRole('textbox', { name: 'Costs, in' }).fill('KPW');
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill('1,1,1');
  await dialog.getByRole('button', { name: 'Add watch' }).click();
  await expect(dialog.getByText('Type a number above 0, such as 1.085.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill('1.1');
  await dialog.getByRole('button', { name: 'Add watch' }).click();
  const refusal = 'There is no current rate for EUR/KPW here; choose another pair.';
  await expect(dialog.getByText(refusal)).toBeVisible();
});

test('a watch is added with its pair and threshold, and removed', async () => {
  const dialog = page.getByRole('dialog', { name: 'Add a watch' });
  await dialog.getByRole('textbox', { name: 'Costs, in' }).fill('usd');
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill('1,900');
  await dialog.getByRole('button', { name: 'Add watch' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf('EUR/USD')).toContainText('above 1,900');
  await expect(rowOf('EUR/USD')).toContainText('waiting');
  await page.getByRole('button', { name: 'Add watch' }).click();
  await dialog.getByRole('textbox', { name: 'One unit of' }).fill('USD');
  await dialog.getByRole('textbox', { name: 'Costs, in' }).fill('JPY');
  await dialog.getByRole('radio', { name: 'Below' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(rowOf('USD/JPY')).toContainText('below 2');
  await page.getByRole('button', { name: 'Remove the watch USD/JPY below 2' }).click();
  await expect(rowOf('USD/JPY')).toHaveCount(0);
  await expect(rowOf('EUR/USD')).toHaveCount(1);
});

test('a webhook is added, its secret is shown once, and it is removed', async () => {
  await page.goto(`${server.origin}/account/webhooks`);
  await page.getByRole('button', { name: 'Add the first webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText(/^This address is in a private network;/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.org/rates');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/^whsec_[\w+/]{43}=$/)).toBeVisible();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  const card = page.getByRole('region', { name: 'Webhook https://hooks.example.org/rates' });
  await expect(card).toContainText(
    'Gets a message when a watch of yours crosses and when a source changes its state.',
  );
  await card.getByRole('button', { name: 'Send test' }).click();
  await expect(card.getByRole('row').filter({ hasText: 'test' })).toContainText('waiting');
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});
