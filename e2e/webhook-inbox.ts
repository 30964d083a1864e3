import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { Webhook as Verifier } from 'standardwebhooks';
import { startLoopbackHost } from '#lib/testing/wire/loopback-host';

/** A program on this machine that takes every message over real HTTP. */
export interface WebhookInbox {
  /** Where it waits for messages. */
  readonly url: string;
  /** What the messages say that came so far, in order; throws where the secret of the webhook does not verify one. */
  readonly read: (secret: string) => readonly unknown[];
  readonly close: () => Promise<void>;
}

/** Opens an inbox, which the caller closes. */
export async function openInbox(): Promise<WebhookInbox> {
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const host = await startLoopbackHost((request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    void text(request).then((body) => {
      received.push({ headers: Object.fromEntries(headers), body });
      response.writeHead(204).end();
    });
  });
  return {
    url: `${host.url}rates`,
    read: (secret) => {
      const verifier = new Verifier(secret);
      return received.map(({ headers, body }) => verifier.verify(body, headers));
    },
    close: host.close,
  };
}

/** Adds the first webhook of the one who is signed in, and leaves the page of webhooks open. Resolves with its secret. */
export async function addFirstWebhook(page: Page, origin: string, url: string): Promise<string> {
  await page.goto(`${origin}/account/webhooks`);
  await page.getByRole('button', { name: 'Add the first webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByText(/^whsec_[\w+/]{43}=$/);
  await expect(secret).toBeVisible();
  const shown = await secret.innerText();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(secret).toHaveCount(0);
  return shown;
}
