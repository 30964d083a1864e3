import process from 'node:process';
import { ensureReceiptKey, rotateReceiptKey } from '#lib/account/secrets/receipt-keys';
import { openKnownSecret } from '#lib/account/secrets/known-secret';
import type { StoredReceiptKey } from '#lib/store/receipts/receipts';
import { defineCommand, runCommand } from './command-line.ts';
import { openExistingStore } from './open-project-store.ts';

const command = defineCommand('receipts', 'Shows and changes the keys that sign receipts.');

command
  .command('list')
  .description('lists every key that signs or signed receipts, newest first')
  .action(async () => {
    const { store } = await openExistingStore();
    try {
      list(await store.readReceiptKeys());
    } finally {
      await store.close();
    }
  });

command
  .command('rotate')
  .description('creates a new key that signs from now on; receipts of the former ones stay valid')
  .action(async () => {
    const { store, environment } = await openExistingStore();
    try {
      const { secretOf } = await openKnownSecret(store, environment);
      const secret = secretOf('receipts');
      const now = new Date();
      await ensureReceiptKey(store, secret, now);
      list(await rotateReceiptKey(store, secret, now));
    } finally {
      await store.close();
    }
  });

await runCommand(command);

function list(keys: readonly StoredReceiptKey[]): void {
  for (const [place, { n, kid, sinceMs }] of keys.entries()) {
    const state = place === 0 ? 'signs' : 'former';
    process.stdout.write(`${n}  ${kid}  ${state}, since ${new Date(sinceMs).toISOString()}\n`);
  }
  if (keys.length === 0) process.stdout.write('There is no key yet; the first start makes one.\n');
}
