import { makeOwner, startAccountServer } from './account-page.ts';
import { expect, test } from './guarded-test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the first request with a key is seen where somebody waits for it, and where they are about to revoke it', async ({
  page,
}) => {
  const server = await startAccountServer();
  await makeOwner(page, server);
  await page.getByRole('button', { name: 'Create the first key' }).tap();
  await page.getByRole('textbox', { name: 'Name' }).fill('Till');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).tap();
  const panel = page.getByRole('region', { name: 'New key Till' });
  await expect(panel.getByText('Waiting for the first request with this key.')).toBeVisible();
  const secret = await panel.getByText(/^xr_live_[0-9A-Za-z]{49}$/).innerText();
  await openRevocation();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('It has never been used.')).toBeVisible();
  expect(await server.ask(secret)).toBe(200);
  // Also while the question is open.
  await expect(dialog.getByText('It was used just now, once today.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep the key' }).tap();
  await expect(panel.getByText('The first request with this key has arrived.')).toBeVisible();
  expect(await server.ask(secret)).toBe(200);
  await openRevocation();
  await expect(dialog.getByText('It was used just now, 2 times today.')).toBeVisible();
  await server.stop();

  async function openRevocation(): Promise<void> {
    await page.getByRole('button', { name: /^Actions/ }).tap();
    await page.getByRole('menuitem', { name: 'Revoke…' }).tap();
  }
});
